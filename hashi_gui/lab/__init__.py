"""What a researcher asks for: the published methods by name, and `hashi bench`."""

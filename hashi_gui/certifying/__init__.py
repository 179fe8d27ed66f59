"""Making certificates, which prove how many solutions a puzzle has; see docs/certificates.md."""

from hashi_gui.certifying.certificate import certify, write_certificate

__all__ = ["certify", "write_certificate"]

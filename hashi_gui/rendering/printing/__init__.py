"""What is printed: pages, and on them books, columns of magazines, and cards."""

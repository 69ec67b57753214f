"""Several processes over one database: who is home to which tables, and how the others reach it."""

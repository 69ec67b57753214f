"""Computers at the tables: when they are asked, what they are told, and how what they decide is done."""

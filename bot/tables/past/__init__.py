"""Tables that are over, looked at again step by step."""

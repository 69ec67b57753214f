"""Who looks after tables that rest or must be closed, and after servers that are gone."""

"""Development tools: they work out what players know by heart. They need numpy and scipy (extra `solve`)."""

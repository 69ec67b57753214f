"""What computers know in the Soirée: as in Défizz, of the evening's cards."""

from __future__ import annotations

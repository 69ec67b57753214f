"""Hard wrong answers to questions of the built-in deck: real words and names that come near the right one.

They were looked for by hand, those that the forgiveness for mistakes would let through first; only `reject`
can tell them.
"""

HARD = (
    ("d026", "Charon", "Sharon"),
    ("d029", "hypoténuse", "l’hypothèse"),
    ("m065", "Carter", "Jacques Cartier"),
    ("d026", "Jérôme Bosch", "Bloch"),
    ("d049", "agave", "une agate"),
    ("d058", "Socrate", "Isocrate"),
    ("d059", "Anvers", "Angers"),
    ("d066", "Chenonceau", "le château"),
    ("d070", "Guyana", "la Guyane"),
    ("d082", "Galois", "Valois"),
    ("m014", "stéthoscope", "stéréoscope"),
    ("m023", "faon", "paon"),
    ("m026", "Poison", "un poisson"),
    ("m026", "le phare de Cordouan", "Córdoba"),
    ("m042", "Hambourg", "Homburg"),
    ("m042", "Hesse", "Essen"),
    ("m050", "le lac Léman", "Le Mans"),
    ("m052", "Islande", "l’Irlande"),
    ("m056", "Marat", "Murat"),
    ("m061", "rumba", "la zumba"),
    ("m066", "biathlon", "triathlon"),
    ("m100", "Moldavie", "la Moravie"),
    ("m101", "yttrium", "ytterbium"),
    ("m103", "factorielle", "vectorielle"),
)
"""Card, the answer that is meant (as its first wording says it), guess."""

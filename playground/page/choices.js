// What a select offers: its own options, or the people and channels of the server.

/** The options of a select component (string, user, role, mentionable or channel) for a pane. */
export function optionsOf(spec, pane) {
  if (spec.type === 3) return spec.options;
  const people = pane.house.people.map((person) => ({ value: person.id, label: person.name }));
  const channels = pane.channels.filter((channel) => channel.kind !== "dm").map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  return { 5: people, 6: [], 7: people, 8: channels }[spec.type];
}

/** The values a select starts with. */
export function defaultsOf(spec) {
  if (spec.type === 3) return spec.options.filter((option) => option.default).map((option) => option.value);
  return (spec.default_values ?? []).map((value) => String(value.id));
}

/** Find the component with a custom id in a tree of components. */
export function find(components, customId) {
  for (const component of components) {
    if (component.custom_id === customId) return component;
    const inner = find([...(component.components ?? []), component.accessory, component.component].filter(Boolean), customId);
    if (inner) return inner;
  }
  return null;
}

// The drawing of a state machine: its states from top to bottom, its transitions as arcs, the present state marked.

import { h, svg } from './dom.js'

const width = 390, box = { width: 240, height: 34 }, distance = 62, top = 14
let drawings = 0

/**
 * Draws a machine as `machines.json` describes it. Transitions down are arcs on the right, those up on the left; the ones that
 * lead away from the present state are emphasised. The same is said in words below, for those who do not see the drawing.
 * `words` has what is shown for the name of a state or of an event; a name that is not in it is shown itself.
 */
export function diagram(title, machine, present, words = {}) {
  const word = (name) => words[name] ?? name
  const id = `diagram-${++drawings}`, height = 2 * top + distance * (machine.states.length - 1) + box.height
  const row = new Map(machine.states.map((state, index) => [state, top + index * distance + box.height / 2]))
  // The arc over all states stays within the drawing.
  const step = Math.min(18, 86 / (machine.states.length - 1))
  const pairs = [...Map.groupBy(machine.moves.filter(({ from, to }) => from !== to), ({ from, to }) => `${from} ${to}`).values()]
  const shown = (name) => words[name] ?? h('code', {}, name)
  const next = machine.moves.filter((move) => move.from === present)
  const sentences = next.length
    ? next.map(({ event, to }) => h('li', {}, shown(event), ' leads to ', shown(to)))
    : [h('li', {}, 'Nothing leads away from it.')]
  return h('figure', { class: 'diagram' },
    svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': `${id}-title` },
      svg('title', { id: `${id}-title` }, `${title}: the present state is ${word(present)}`),
      svg('defs', {}, ['', 'next'].map((kind) =>
        svg('marker', { id: `${id}-arrow${kind}`, class: kind, viewBox: '0 0 8 8', refX: '7', refY: '4', markerWidth: '10',
          markerHeight: '10', markerUnits: 'userSpaceOnUse', orient: 'auto' }, svg('path', { d: 'M0 0L8 4L0 8z' })))),
      pairs.map((moves) => arc(moves, row, id, step, moves[0].from === present, word)),
      machine.states.map((state) => svg('g', { class: state === present ? 'state present' : 'state' },
        svg('rect', { x: (width - box.width) / 2, y: row.get(state) - box.height / 2, width: box.width, height: box.height, rx: 8 }),
        svg('text', { x: width / 2, y: row.get(state) + 4, 'text-anchor': 'middle' }, word(state))))),
    h('figcaption', {}, h('p', {}, title, ': now ', shown(present), '.'), h('ul', {}, sentences)))
}

function arc(moves, row, id, step, isNext, word) {
  const { from, to } = moves[0], isDown = row.get(to) > row.get(from), side = isDown ? 1 : -1
  const span = Math.abs(row.get(to) - row.get(from)) / distance
  const x = width / 2 + side * box.width / 2, reach = x + side * (12 + step * span)
  const start = row.get(from) + (isDown ? 6 : -6), end = row.get(to) + (isDown ? -6 : 6)
  const kind = isNext ? 'next' : ''
  return svg('path', {
    class: `move ${kind} ${moves.every((move) => move.inferred) ? 'inferred' : ''}`,
    d: `M${x} ${start}C${reach} ${start} ${reach} ${end} ${x + side} ${end}`, 'marker-end': `url(#${id}-arrow${kind})`,
  }, svg('title', {}, `${word(from)} to ${word(to)}: ${moves.map((move) => word(move.event)).join(', ')}`))
}

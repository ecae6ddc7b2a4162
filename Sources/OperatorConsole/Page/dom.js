// Making elements. Text is always set as text: nothing that the service or a person has written is parsed as HTML.

import { faultWords } from './words.js'

const svgNamespace = 'http://www.w3.org/2000/svg'

/**
 * Makes an element. Attributes whose names begin with "on" are listeners; true sets an attribute without a value; false and
 * undefined leave it out. Children are elements, texts, lists of them, or undefined.
 */
export const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children)

/** Makes an element of an SVG drawing. */
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(svgNamespace, tag), attributes, children)

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false))
  return element
}

/** A field with its label, and a hint that is read with it. */
export function field(label, attributes, hint) {
  const id = attributes.id
  const input = h('input', { ...attributes, 'aria-describedby': hint && `${id}-hint` })
  const element = h('div', { class: 'field' }, h('label', { for: id }, label), input,
    hint && h('p', { class: 'hint', id: `${id}-hint` }, hint))
  return { element, input }
}

/** A form that calls a function, disables its buttons meanwhile, and shows the error if the function fails. */
export function form(attributes, fields, buttons, submit) {
  const problem = h('p', { class: 'problem', role: 'alert' })
  return h('form', {
    ...attributes,
    onsubmit: async (event) => {
      event.preventDefault()
      const controls = [...event.currentTarget.querySelectorAll('button')]
      problem.textContent = ''
      controls.forEach((control) => { control.disabled = true })
      try {
        await submit(event)
      } catch (error) {
        problem.textContent = faultWords(error)
      } finally {
        controls.forEach((control) => { control.disabled = false })
      }
    },
  }, fields, problem, h('div', { class: 'buttons' }, buttons))
}

let clearing

/** Says something to everybody: on the screen for a while, and by a screen reader without moving the focus. */
export function announce(text) {
  const status = document.getElementById('status')
  status.textContent = text
  clearTimeout(clearing)
  clearing = setTimeout(() => { status.textContent = '' }, 20_000)
}

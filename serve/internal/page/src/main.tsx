import { render } from 'preact'
import { App } from './app'
import { askFirst } from './explorer/answers'
import { parse } from './state'
import './style/base.css'
import './style/board.css'
import './style/boards.css'
import './style/explorer.css'
import './style/moves.css'
import './style/games.css'
import './style/wide.css'
import './style/narrow.css'
import './style/keys.css'
import './style/worth.css'

const answers = askFirst(parse(location.search))
render(<App answers={answers} />, document.getElementById('page')!)

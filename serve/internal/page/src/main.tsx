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

// The panels are drawn once their first answers are there, or after 150 ms if those are late.
const late = new Promise((done) => setTimeout(done, 150))
render(<App after={Promise.race([askFirst(parse(location.search)), late])} />, document.getElementById('page')!)

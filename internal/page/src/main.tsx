import { render } from 'preact'
import { App } from './app'
import './style/base.css'
import './style/board.css'
import './style/boards.css'
import './style/explorer.css'
import './style/games.css'
import './style/keys.css'

render(<App />, document.getElementById('page')!)

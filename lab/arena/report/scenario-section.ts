import type { Difficulty } from '#shared/protocol/scenario.js';
import { shareText } from '../statistics/estimate.js';
import type { ScenarioTable } from '../statistics/scenario-table.js';
import { html, type Markup } from './html.js';

/** The scores of all players in all scenarios, a table for each difficulty. */
export function scenarioSection(table: ScenarioTable, contestants: readonly string[]): Markup {
  const tables = table.difficulties.map((difficulty) => difficultyTable(table, contestants, difficulty));
  return html`<section><h2>Scenarios</h2><p class="muted">Scores from 0 to 1: means over seeds with 95 per cent intervals, and how many of the games were solved. In all: the mean over scenarios.</p>${tables}</section>`;
}

function difficultyTable(
  { scenarios, figures, overall }: ScenarioTable,
  contestants: readonly string[],
  difficulty: Difficulty,
): Markup {
  const hasModels = figures.some(({ tokens }) => tokens !== undefined);
  const rows = scenarios.map((scenario) => {
    const cells = contestants.map((contestant) => {
      const own = figures.find(
        (one) => one.contestant === contestant && one.scenario === scenario && one.difficulty === difficulty,
      );
      if (own === undefined) return html`<td></td>`;
      const { score, solved, games, tokens, costUsd } = own;
      const cost = costUsd === undefined ? '' : `, $${costUsd.mean.toFixed(4)}`;
      const used =
        hasModels && tokens !== undefined
          ? html`<br><span class="muted">${Math.round(tokens.mean)} tokens${cost}</span>`
          : html``;
      return html`<td>${shareText(score)} <span class="muted">${solved}/${games}</span>${used}</td>`;
    });
    return html`<tr><td>${scenario}</td>${cells}</tr>`;
  });
  const totals = contestants.map((contestant) => {
    const own = overall.find((one) => one.contestant === contestant && one.difficulty === difficulty);
    return html`<td><b>${own === undefined ? '' : shareText(own.score)}</b></td>`;
  });
  const heads = contestants.map((contestant) => html`<th>${contestant}</th>`);
  return html`<h3>${difficulty}</h3><div class="wide"><table><thead><tr><th>Scenario</th>${heads}</tr></thead><tbody>${rows}<tr><td><b>In all</b></td>${totals}</tr></tbody></table></div>`;
}

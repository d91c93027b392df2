import type { ScenarioPlan, Sides, StageStep } from '../../proxy/games/disk/scenario-plan.js';

/** The server cuts longer lines of its console. */
const MAX_LINE_CHARS = 400;

/** Printed before what went wrong in a script. */
export const STAGE_ERROR = 'stage error:';

/** The meaning of a letter in the picture of the land, by rule name. */
const TERRAINS: Readonly<Record<string, string>> = {
  ' ': 'Ocean',
  ':': 'Deep Ocean',
  '+': 'Lake',
  g: 'Grassland',
  p: 'Plains',
  d: 'Desert',
  h: 'Hills',
  m: 'Mountains',
  f: 'Forest',
  j: 'Jungle',
  s: 'Swamp',
  t: 'Tundra',
  a: 'Glacier',
};

/**
 * The console commands that stage a scenario, in order. They may be given again, all or some of them, in the same game or
 * one that was restored: the server's own script remembers in its savegame how far they have come, and only the last one
 * changes the world.
 */
export function stageCommands(plan: Pick<ScenarioPlan, 'land' | 'stage'>, sides: Sides): readonly string[] {
  const parts = chunks(script(plan, sides));
  const texts = parts.map((part, at) => guarded(at, `stage_text=(stage_text or "")..[=[${part}]=]`));
  const run =
    `local f,e=load(stage_text) stage_text=nil if f then f,e=pcall(f) end ` +
    `if not f then print("${STAGE_ERROR} "..tostring(e)) end`;
  return [...texts, guarded(parts.length, run)];
}

function guarded(at: number, statements: string): string {
  return `lua cmd if (stage_part or 0)==${at} then stage_part=${at + 1} ${statements} end`;
}

function chunks(text: string): readonly string[] {
  const room = MAX_LINE_CHARS - guarded(1000, `stage_text=(stage_text or "")..[=[]=]`).length;
  const count = Math.ceil(text.length / room);
  return Array.from({ length: count }, (_, at) => text.slice(at * room, (at + 1) * room));
}

/** The whole script in one line. Everything that was there before goes, so that the world is the same on each version. */
function script({ land, stage }: Pick<ScenarioPlan, 'land' | 'stage'>, sides: Sides): string {
  const players = Object.entries(sides).map(([side, player]) => `${side}=find.player(${player})`);
  const letters = Object.entries(TERRAINS).map(
    ([letter, name]) => `["${letter}"]=${foundByName('terrain', name)}`,
  );
  const rows = land.map((row) => `"${row}"`);
  return [
    'local function need(v,w) if v==nil then error("there is no "..w,0) end return v end',
    `local player={${players.join(',')}}`,
    'for p in players_iterate() do local old={} for u in p:units_iterate() do old[#old+1]=u.id end',
    'for _,id in ipairs(old) do edit.unit_kill(find.unit(p,id),"editor",nil) end end',
    `local L={${letters.join(',')}} local rows={${rows.join(',')}}`,
    'for y,row in ipairs(rows) do for x=1,#row do local t=find.tile(x-1,y-1)',
    'edit.change_terrain(t,need(L[row:sub(x,x)],"terrain "..row:sub(x,x)))',
    'if t:has_extra("River") then edit.remove_extra(t,"River") end end end',
    ...stage.map(statement),
  ].join(' ');
}

function statement(step: StageStep): string {
  switch (step.put) {
    case 'city':
      return `edit.create_city(${owner(step)},${tile(step.at)},${quoted(step.name)})`;
    case 'units': {
      const home = step.home === undefined ? 'nil' : cityNamed(step.of, step.home);
      const type = foundByName('unit_type', step.type);
      return `for i=1,${step.count} do edit.create_unit_full(${owner(step)},${tile(step.at)},${type},${step.veteran},${home},-1,-1,nil) end`;
    }
    case 'techs':
      return step.names === 'all'
        ? allTechs(owner(step))
        : step.names.map((name) => tech(owner(step), name)).join(' ');
    case 'gold':
      return `edit.change_gold(${owner(step)},${step.amount}-${owner(step)}:gold())`;
    case 'extra':
      return step.at.map((at) => `edit.create_extra(${tile(at)},${quoted(step.type)})`).join(' ');
    case 'view': {
      const looker = (at: Place) =>
        `edit.create_unit_full(${owner(step)},${tile(at)},${foundByName('unit_type', step.type)},0,nil,-1,-1,nil)`;
      return step.at.map((at) => `edit.unit_kill(${looker(at)},"editor",nil)`).join(' ');
    }
    case 'lua':
      return step.code.replace(/\s+/g, ' ');
  }
}

/** Some technologies come before what they need: those are given in a later round. */
function allTechs(player: string): string {
  return `for round=1,4 do local i=1 while find.tech_type(i) do edit.give_tech(${player},find.tech_type(i),0,false,"researched") i=i+1 end end`;
}

function tech(player: string, name: string): string {
  return `edit.give_tech(${player},${foundByName('tech_type', name)},0,false,"researched")`;
}

function owner({ of }: { readonly of: string }): string {
  return `need(player.${of},"player ${of}")`;
}

function foundByName(kind: 'terrain' | 'unit_type' | 'tech_type', name: string): string {
  return `need(find.${kind}(${quoted(name)}),${quoted(`${kind} ${name}`)})`;
}

function cityNamed(of: string, name: string): string {
  return `(function() for c in ${owner({ of })}:cities_iterate() do if c.name==${quoted(name)} then return c end end error(${quoted(`there is no city ${name}`)},0) end)()`;
}

type Place = readonly [number, number];

function tile([x, y]: Place): string {
  return `find.tile(${x},${y})`;
}

/** Names have no quotes and backslashes. */
function quoted(text: string): string {
  return `"${text}"`;
}

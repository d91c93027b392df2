/** A small ruleset of our own in the format of FreeCiv's, with each kind of reference that a generated one must change. */
export const smallRuleset: ReadonlyMap<string, string> = new Map([
  [
    'techs.ruleset',
    `; a comment with "Fire" in it
[datafile]
options = "+Freeciv-3.0-ruleset"

[advance_fire]
name = _("Fire")
req1 = "None"
req2 = "None"

[advance_wheel]
name = _("Wheel")
req1 = "None"
req2 = "None"
helptext = _("\\
Wheels come after Fire.\\
")

[advance_cart]
name = _("Cart")
req1 = "Wheel" ; needs wheels
req2 = "Fire"

[advance_road]
name = _("Paved Road")
rule_name = "Road"
req1 = "Cart"
req2 = "None"

[advance_secret]
name = _("Secret")
req1 = "Never"
req2 = "Never"
`,
  ],
  [
    'units.ruleset',
    `[control]
flags =
  { "name", "helptxt"
    _("Fast"), _("Beats a Spearman.")
    _("Slow")
  }

[unitclass_land]
name = _("?unitclass:Land")

[unit_spearman]
name = _("?unit:Spearman")
class = "Land"
tech_req = "Fire"
obsolete_by = "Chariot"
build_cost = 10
attack = 1
defense = 2
hitpoints = 10
move_rate = 1
flags = "Slow"

[unit_chariot]
name = _("Chariot")
class = "Land"
reqs =
  { "type", "name", "range"
    "Tech", "Cart", "Player"
  }
obsolete_by = "None"
build_cost = 30
attack = 4
defense = 1
hitpoints = 20
move_rate = 2
flags = "Fast"

[unit_founder]
name = _("Founder")
tech_req = "None"
obsolete_by = "None"
build_cost = 40
attack = 0
defense = 1
hitpoints = 20
move_rate = 1
flags = "NonMil"
`,
  ],
  [
    'buildings.ruleset',
    `[building_hall]
name = _("Hall")
genus = "SmallWonder"
build_cost = 70

[building_coin]
name = _("Coin")
genus = "Special"
build_cost = 0

[building_oven]
name = _("Oven")
genus = "Improvement"
reqs =
    { "type", "name", "range"
      "Tech", "Fire", "Player"
      "Building", "Hall", "City"
      "Terrain", "Meadow", "Adjacent"
    }
obsolete_by =
    { "type", "name", "range"
      "Tech", "Road", "Player"
    }
build_cost = 60
`,
  ],
  [
    'game.ruleset',
    `[about]
name = _("Small ruleset")
summary = _("Fire and Wheel.")
description = *small/README.small*
[options]
global_init_buildings = "Hall"
[effect_fire]
type = "Output_Bonus"
value = 50
reqs = { "type", "name", "range", "present"
         "tech", "Fire", "Player", TRUE
         "Gov", "Council", "Player", FALSE
         "Extra", "Road", "Tile", TRUE
       }
`,
  ],
  [
    'governments.ruleset',
    `[governments]
during_revolution = "Council"
[government_council]
name = _("Council")
ruler_male_title = _("Elder %s")
ruler_female_title = _("?female:Elder %s")
`,
  ],
  ['terrain.ruleset', '[terrain_meadow]\nname = _("Meadow")\ntransform_result = "Meadow"\n'],
  ['script.lua', 'if tname == "Meadow" then place:set_label(_("Meadow")) end\n'],
]);

// Made by `npm run generate` from the packets and enums of versions 3.0, 3.1, 3.2 in tables.
import type { UnitOrder as UnitOrderOf } from '../unit-order-codec.js';
import type { ActionProbability, PacketRequirement, WorklistEntry } from '../value-codecs.js';

/** A number that the table has no name for. */
type Nameless = `#${number}`;
export type ActionActorKind =
  | 'AAK_UNIT'
  | Nameless;
export type ActionTargetKind =
  | 'ATK_CITY'
  | 'ATK_UNIT'
  | 'ATK_UNITS'
  | 'ATK_TILE'
  | 'ATK_SELF'
  | 'ATK_EXTRAS'
  | Nameless;
export type GenAction =
  | 'ACTION_ESTABLISH_EMBASSY'
  | 'ACTION_ESTABLISH_EMBASSY_STAY'
  | 'ACTION_SPY_INVESTIGATE_CITY'
  | 'ACTION_INV_CITY_SPEND'
  | 'ACTION_SPY_POISON'
  | 'ACTION_SPY_POISON_ESC'
  | 'ACTION_SPY_STEAL_GOLD'
  | 'ACTION_SPY_STEAL_GOLD_ESC'
  | 'ACTION_SPY_SABOTAGE_CITY'
  | 'ACTION_SPY_SABOTAGE_CITY_ESC'
  | 'ACTION_SPY_TARGETED_SABOTAGE_CITY'
  | 'ACTION_SPY_TARGETED_SABOTAGE_CITY_ESC'
  | 'ACTION_SPY_STEAL_TECH'
  | 'ACTION_SPY_STEAL_TECH_ESC'
  | 'ACTION_SPY_TARGETED_STEAL_TECH'
  | 'ACTION_SPY_TARGETED_STEAL_TECH_ESC'
  | 'ACTION_SPY_INCITE_CITY'
  | 'ACTION_SPY_INCITE_CITY_ESC'
  | 'ACTION_TRADE_ROUTE'
  | 'ACTION_MARKETPLACE'
  | 'ACTION_HELP_WONDER'
  | 'ACTION_SPY_BRIBE_UNIT'
  | 'ACTION_SPY_SABOTAGE_UNIT'
  | 'ACTION_SPY_SABOTAGE_UNIT_ESC'
  | 'ACTION_CAPTURE_UNITS'
  | 'ACTION_FOUND_CITY'
  | 'ACTION_JOIN_CITY'
  | 'ACTION_STEAL_MAPS'
  | 'ACTION_STEAL_MAPS_ESC'
  | 'ACTION_BOMBARD'
  | 'ACTION_SPY_NUKE'
  | 'ACTION_SPY_NUKE_ESC'
  | 'ACTION_NUKE'
  | 'ACTION_DESTROY_CITY'
  | 'ACTION_EXPEL_UNIT'
  | 'ACTION_RECYCLE_UNIT'
  | 'ACTION_DISBAND_UNIT'
  | 'ACTION_HOME_CITY'
  | 'ACTION_UPGRADE_UNIT'
  | 'ACTION_PARADROP'
  | 'ACTION_AIRLIFT'
  | 'ACTION_ATTACK'
  | 'ACTION_CONQUER_CITY'
  | 'ACTION_HEAL_UNIT'
  | 'ACTION_NONE'
  | 'ACTION_SPY_SABOTAGE_CITY_PRODUCTION'
  | 'ACTION_SPY_SABOTAGE_CITY_PRODUCTION_ESC'
  | 'ACTION_NUKE_CITY'
  | 'ACTION_NUKE_UNITS'
  | 'ACTION_HOMELESS'
  | 'ACTION_CONVERT'
  | 'ACTION_SUICIDE_ATTACK'
  | 'ACTION_STRIKE_BUILDING'
  | 'ACTION_STRIKE_PRODUCTION'
  | 'ACTION_CONQUER_CITY2'
  | 'ACTION_CONQUER_CITY3'
  | 'ACTION_CONQUER_CITY4'
  | 'ACTION_BOMBARD2'
  | 'ACTION_BOMBARD3'
  | 'ACTION_FORTIFY'
  | 'ACTION_CULTIVATE'
  | 'ACTION_PLANT'
  | 'ACTION_TRANSFORM_TERRAIN'
  | 'ACTION_ROAD'
  | 'ACTION_IRRIGATE'
  | 'ACTION_MINE'
  | 'ACTION_BASE'
  | 'ACTION_PILLAGE'
  | 'ACTION_CLEAN_POLLUTION'
  | 'ACTION_CLEAN_FALLOUT'
  | 'ACTION_TRANSPORT_BOARD'
  | 'ACTION_TRANSPORT_DEBOARD'
  | 'ACTION_TRANSPORT_EMBARK'
  | 'ACTION_TRANSPORT_EMBARK2'
  | 'ACTION_TRANSPORT_EMBARK3'
  | 'ACTION_TRANSPORT_DISEMBARK1'
  | 'ACTION_TRANSPORT_DISEMBARK2'
  | 'ACTION_TRANSPORT_DISEMBARK3'
  | 'ACTION_TRANSPORT_DISEMBARK4'
  | 'ACTION_TRANSPORT_UNLOAD'
  | 'ACTION_SPY_SPREAD_PLAGUE'
  | 'ACTION_SPY_ATTACK'
  | 'ACTION_CONQUER_EXTRAS'
  | 'ACTION_CONQUER_EXTRAS2'
  | 'ACTION_CONQUER_EXTRAS3'
  | 'ACTION_CONQUER_EXTRAS4'
  | 'ACTION_HUT_ENTER'
  | 'ACTION_HUT_ENTER2'
  | 'ACTION_HUT_ENTER3'
  | 'ACTION_HUT_ENTER4'
  | 'ACTION_HUT_FRIGHTEN'
  | 'ACTION_HUT_FRIGHTEN2'
  | 'ACTION_HUT_FRIGHTEN3'
  | 'ACTION_HUT_FRIGHTEN4'
  | 'ACTION_HEAL_UNIT2'
  | 'ACTION_PARADROP_CONQUER'
  | 'ACTION_PARADROP_FRIGHTEN'
  | 'ACTION_PARADROP_FRIGHTEN_CONQUER'
  | 'ACTION_PARADROP_ENTER'
  | 'ACTION_PARADROP_ENTER_CONQUER'
  | 'ACTION_UNIT_MOVE'
  | 'ACTION_UNIT_MOVE2'
  | 'ACTION_UNIT_MOVE3'
  | 'ACTION_USER_ACTION1'
  | 'ACTION_USER_ACTION2'
  | 'ACTION_USER_ACTION3'
  | 'ACTION_USER_ACTION4'
  | 'ACTION_ATTACK2'
  | 'ACTION_SUICIDE_ATTACK2'
  | 'ACTION_BOMBARD4'
  | 'ACTION_BOMBARD_LETHAL'
  | 'ACTION_BOMBARD_LETHAL2'
  | 'ACTION_TRANSPORT_BOARD2'
  | 'ACTION_TRANSPORT_BOARD3'
  | 'ACTION_TRANSPORT_EMBARK4'
  | 'ACTION_TRANSPORT_LOAD'
  | 'ACTION_TRANSPORT_LOAD2'
  | 'ACTION_TRANSPORT_LOAD3'
  | 'ACTION_WIPE_UNITS'
  | 'ACTION_SPY_ESCAPE'
  | 'ACTION_TELEPORT'
  | 'ACTION_TELEPORT_CONQUER'
  | 'ACTION_TELEPORT_FRIGHTEN'
  | 'ACTION_TELEPORT_FRIGHTEN_CONQUER'
  | 'ACTION_TELEPORT_ENTER'
  | 'ACTION_TELEPORT_ENTER_CONQUER'
  | 'ACTION_COLLECT_RANSOM'
  | Nameless;
export type ActionBattleKind =
  | 'ABK_NONE'
  | 'ABK_STANDARD'
  | 'ABK_DIPLOMATIC'
  | Nameless;
export type ActionRequester =
  | 'ACT_REQ_PLAYER'
  | 'ACT_REQ_RULES'
  | 'ACT_REQ_SS_AGENT'
  | Nameless;
export type ActionAutoPerfCause =
  | 'AAPC_UNIT_UPKEEP'
  | 'AAPC_UNIT_MOVED_ADJ'
  | 'AAPC_POST_ACTION'
  | 'AAPC_CITY_GONE'
  | 'AAPC_UNIT_STACK_DEATH'
  | Nameless;
export type BaseGuiType =
  | 'BASE_GUI_FORTRESS'
  | 'BASE_GUI_AIRBASE'
  | 'BASE_GUI_OTHER'
  | Nameless;
export type BaseFlagId =
  | 'BF_NOT_AGGRESSIVE'
  | 'BF_RETIRED_NO_STACK_DEATH'
  | 'BF_RETIRED_DIPLOMAT_DEFENSE'
  | 'BF_RETIRED_PARADROP_FROM'
  | Nameless;
export type CityOptions =
  | 'CITYO_DISBAND'
  | 'CITYO_SCIENCE_SPECIALISTS'
  | 'CITYO_GOLD_SPECIALISTS'
  | Nameless;
export type ClauseType =
  | 'CLAUSE_ADVANCE'
  | 'CLAUSE_GOLD'
  | 'CLAUSE_MAP'
  | 'CLAUSE_SEAMAP'
  | 'CLAUSE_CITY'
  | 'CLAUSE_CEASEFIRE'
  | 'CLAUSE_PEACE'
  | 'CLAUSE_ALLIANCE'
  | 'CLAUSE_VISION'
  | 'CLAUSE_EMBASSY'
  | 'CLAUSE_SHARED_TILES'
  | Nameless;
export type DisasterEffectId =
  | 'DE_DESTROY_BUILDING'
  | 'DE_REDUCE_POP'
  | 'DE_EMPTY_FOODSTOCK'
  | 'DE_EMPTY_PRODSTOCK'
  | 'DE_POLLUTION'
  | 'DE_FALLOUT'
  | 'DE_REDUCE_DESTROY'
  | Nameless;
export type EffectType =
  | 'EFT_TECH_PARASITE'
  | 'EFT_AIRLIFT'
  | 'EFT_ANY_GOVERNMENT'
  | 'EFT_CAPITAL_CITY'
  | 'EFT_ENABLE_NUKE'
  | 'EFT_ENABLE_SPACE'
  | 'EFT_SPECIALIST_OUTPUT'
  | 'EFT_OUTPUT_BONUS'
  | 'EFT_OUTPUT_BONUS_2'
  | 'EFT_OUTPUT_ADD_TILE'
  | 'EFT_OUTPUT_INC_TILE'
  | 'EFT_OUTPUT_PER_TILE'
  | 'EFT_OUTPUT_WASTE_PCT'
  | 'EFT_FORCE_CONTENT'
  | 'EFT_GIVE_IMM_TECH'
  | 'EFT_GROWTH_FOOD'
  | 'EFT_HEALTH_PCT'
  | 'EFT_HAVE_EMBASSIES'
  | 'EFT_MAKE_CONTENT'
  | 'EFT_MAKE_CONTENT_MIL'
  | 'EFT_MAKE_CONTENT_MIL_PER'
  | 'EFT_MAKE_HAPPY'
  | 'EFT_NO_ANARCHY'
  | 'EFT_NUKE_PROOF'
  | 'EFT_POLLU_POP_PCT'
  | 'EFT_POLLU_POP_PCT_2'
  | 'EFT_POLLU_PROD_PCT'
  | 'EFT_REVEAL_CITIES'
  | 'EFT_REVEAL_MAP'
  | 'EFT_INCITE_COST_PCT'
  | 'EFT_SIZE_ADJ'
  | 'EFT_SIZE_UNLIMIT'
  | 'EFT_SS_STRUCTURAL'
  | 'EFT_SS_COMPONENT'
  | 'EFT_SS_MODULE'
  | 'EFT_SPY_RESISTANT'
  | 'EFT_MOVE_BONUS'
  | 'EFT_UNIT_NO_LOSE_POP'
  | 'EFT_UNIT_RECOVER'
  | 'EFT_UPGRADE_UNIT'
  | 'EFT_UPKEEP_FREE'
  | 'EFT_TECH_UPKEEP_FREE'
  | 'EFT_NO_UNHAPPY'
  | 'EFT_VETERAN_BUILD'
  | 'EFT_VETERAN_COMBAT'
  | 'EFT_HP_REGEN'
  | 'EFT_CITY_VISION_RADIUS_SQ'
  | 'EFT_UNIT_VISION_RADIUS_SQ'
  | 'EFT_DEFEND_BONUS'
  | 'EFT_TRADEROUTE_PCT'
  | 'EFT_GAIN_AI_LOVE'
  | 'EFT_TURN_YEARS'
  | 'EFT_SLOW_DOWN_TIMELINE'
  | 'EFT_CIVIL_WAR_CHANCE'
  | 'EFT_MIGRATION_PCT'
  | 'EFT_EMPIRE_SIZE_BASE'
  | 'EFT_EMPIRE_SIZE_STEP'
  | 'EFT_MAX_RATES'
  | 'EFT_MARTIAL_LAW_EACH'
  | 'EFT_MARTIAL_LAW_MAX'
  | 'EFT_RAPTURE_GROW'
  | 'EFT_REVOLUTION_UNHAPPINESS'
  | 'EFT_HAS_SENATE'
  | 'EFT_INSPIRE_PARTISANS'
  | 'EFT_HAPPINESS_TO_GOLD'
  | 'EFT_FANATICS'
  | 'EFT_NO_DIPLOMACY'
  | 'EFT_TRADE_REVENUE_BONUS'
  | 'EFT_UNHAPPY_FACTOR'
  | 'EFT_UPKEEP_FACTOR'
  | 'EFT_UNIT_UPKEEP_FREE_PER_CITY'
  | 'EFT_OUTPUT_WASTE'
  | 'EFT_OUTPUT_WASTE_BY_DISTANCE'
  | 'EFT_OUTPUT_PENALTY_TILE'
  | 'EFT_OUTPUT_INC_TILE_CELEBRATE'
  | 'EFT_CITY_UNHAPPY_SIZE'
  | 'EFT_CITY_RADIUS_SQ'
  | 'EFT_CITY_BUILD_SLOTS'
  | 'EFT_UPGRADE_PRICE_PCT'
  | 'EFT_VISIBLE_WALLS'
  | 'EFT_TECH_COST_FACTOR'
  | 'EFT_SHIELD2GOLD_FACTOR'
  | 'EFT_TILE_WORKABLE'
  | 'EFT_CITY_IMAGE'
  | 'EFT_IRRIG_POSSIBLE'
  | 'EFT_MAX_TRADE_ROUTES'
  | 'EFT_GOV_CENTER'
  | 'EFT_TRANSFORM_POSSIBLE'
  | 'EFT_MINING_POSSIBLE'
  | 'EFT_IRRIG_TF_POSSIBLE'
  | 'EFT_MINING_TF_POSSIBLE'
  | 'EFT_NOT_TECH_SOURCE'
  | 'EFT_ENEMY_CITIZEN_UNHAPPY_PCT'
  | 'EFT_IRRIGATION_PCT'
  | 'EFT_MINING_PCT'
  | 'EFT_OUTPUT_TILE_PUNISH_PCT'
  | 'EFT_UNIT_BRIBE_COST_PCT'
  | 'EFT_VICTORY'
  | 'EFT_PERFORMANCE'
  | 'EFT_HISTORY'
  | 'EFT_NATION_PERFORMANCE'
  | 'EFT_NATION_HISTORY'
  | 'EFT_TURN_FRAGMENTS'
  | 'EFT_MAX_STOLEN_GOLD_PM'
  | 'EFT_THIEFS_SHARE_PM'
  | 'EFT_RETIRE_PCT'
  | 'EFT_ILLEGAL_ACTION_MOVE_COST'
  | 'EFT_HAVE_CONTACTS'
  | 'EFT_CASUS_BELLI_CAUGHT'
  | 'EFT_CASUS_BELLI_SUCCESS'
  | 'EFT_ACTION_ODDS_PCT'
  | 'EFT_BORDER_VISION'
  | 'EFT_STEALINGS_IGNORE'
  | 'EFT_OUTPUT_WASTE_BY_REL_DISTANCE'
  | 'EFT_SABOTEUR_RESISTANT'
  | 'EFT_UNIT_SLOTS'
  | 'EFT_ATTACK_BONUS'
  | 'EFT_CONQUEST_TECH_PCT'
  | 'EFT_COMBAT_ROUNDS'
  | 'EFT_IMPR_BUY_COST_PCT'
  | 'EFT_UNIT_BUY_COST_PCT'
  | 'EFT_IMPR_BUILD_COST_PCT'
  | 'EFT_UNIT_BUILD_COST_PCT'
  | 'EFT_ACTION_SUCCESS_MOVE_COST'
  | 'EFT_ACTION_SUCCESS_TARGET_MOVE_COST'
  | 'EFT_INFRA_POINTS'
  | 'EFT_FORTIFY_DEFENSE_BONUS'
  | 'EFT_MAPS_STOLEN_PCT'
  | 'EFT_UNIT_SHIELD_VALUE_PCT'
  | 'EFT_CASUS_BELLI_COMPLETE'
  | 'EFT_ILLEGAL_ACTION_HP_COST'
  | 'EFT_POPCOST_FREE'
  | 'EFT_HEAL_UNIT_PCT'
  | 'EFT_MIN_HP_PCT'
  | 'EFT_HP_REGEN_2'
  | 'EFT_USER_EFFECT_1'
  | 'EFT_USER_EFFECT_2'
  | 'EFT_USER_EFFECT_3'
  | 'EFT_USER_EFFECT_4'
  | 'EFT_SHRINK_FOOD'
  | 'EFT_NUKE_BLAST_RADIUS_1_SQ'
  | 'EFT_BORDER_STRENGTH_PCT'
  | 'EFT_ACTION_RESIST_PCT'
  | 'EFT_OUTPUT_BONUS_ABSOLUTE'
  | 'EFT_TECH_PARASITE_PCT_MAX'
  | 'EFT_ACTIVITY_TIME'
  | 'EFT_SURPLUS_WASTE_PCT'
  | 'EFT_SURPLUS_WASTE_PCT_BY_REL_DISTANCE'
  | 'EFT_IMPR_UPKEEP_REDUCTION'
  | Nameless;
export type EventType =
  | 'E_CITY_CANTBUILD'
  | 'E_CITY_LOST'
  | 'E_CITY_LOVE'
  | 'E_CITY_DISORDER'
  | 'E_CITY_FAMINE'
  | 'E_CITY_FAMINE_FEARED'
  | 'E_CITY_GROWTH'
  | 'E_CITY_MAY_SOON_GROW'
  | 'E_CITY_AQUEDUCT'
  | 'E_CITY_AQ_BUILDING'
  | 'E_CITY_NORMAL'
  | 'E_CITY_NUKED'
  | 'E_CITY_CMA_RELEASE'
  | 'E_CITY_GRAN_THROTTLE'
  | 'E_CITY_TRANSFER'
  | 'E_CITY_BUILD'
  | 'E_CITY_PRODUCTION_CHANGED'
  | 'E_WORKLIST'
  | 'E_UPRISING'
  | 'E_CIVIL_WAR'
  | 'E_ANARCHY'
  | 'E_FIRST_CONTACT'
  | 'E_NEW_GOVERNMENT'
  | 'E_LOW_ON_FUNDS'
  | 'E_POLLUTION'
  | 'E_REVOLT_DONE'
  | 'E_REVOLT_START'
  | 'E_SPACESHIP'
  | 'E_MY_DIPLOMAT_BRIBE'
  | 'E_DIPLOMATIC_INCIDENT'
  | 'E_MY_DIPLOMAT_ESCAPE'
  | 'E_MY_DIPLOMAT_EMBASSY'
  | 'E_MY_DIPLOMAT_FAILED'
  | 'E_MY_DIPLOMAT_INCITE'
  | 'E_MY_DIPLOMAT_POISON'
  | 'E_MY_DIPLOMAT_SABOTAGE'
  | 'E_MY_DIPLOMAT_THEFT'
  | 'E_ENEMY_DIPLOMAT_BRIBE'
  | 'E_ENEMY_DIPLOMAT_EMBASSY'
  | 'E_ENEMY_DIPLOMAT_FAILED'
  | 'E_ENEMY_DIPLOMAT_INCITE'
  | 'E_ENEMY_DIPLOMAT_POISON'
  | 'E_ENEMY_DIPLOMAT_SABOTAGE'
  | 'E_ENEMY_DIPLOMAT_THEFT'
  | 'E_CARAVAN_ACTION'
  | 'E_SCRIPT'
  | 'E_BROADCAST_REPORT'
  | 'E_GAME_END'
  | 'E_GAME_START'
  | 'E_NATION_SELECTED'
  | 'E_DESTROYED'
  | 'E_REPORT'
  | 'E_TURN_BELL'
  | 'E_NEXT_YEAR'
  | 'E_GLOBAL_ECO'
  | 'E_NUKE'
  | 'E_HUT_BARB'
  | 'E_HUT_CITY'
  | 'E_HUT_GOLD'
  | 'E_HUT_BARB_KILLED'
  | 'E_HUT_MERC'
  | 'E_HUT_SETTLER'
  | 'E_HUT_TECH'
  | 'E_HUT_BARB_CITY_NEAR'
  | 'E_IMP_BUY'
  | 'E_IMP_BUILD'
  | 'E_IMP_AUCTIONED'
  | 'E_IMP_AUTO'
  | 'E_IMP_SOLD'
  | 'E_TECH_GAIN'
  | 'E_TECH_LEARNED'
  | 'E_TREATY_ALLIANCE'
  | 'E_TREATY_BROKEN'
  | 'E_TREATY_CEASEFIRE'
  | 'E_TREATY_PEACE'
  | 'E_TREATY_SHARED_VISION'
  | 'E_UNIT_LOST_ATT'
  | 'E_UNIT_WIN_ATT'
  | 'E_UNIT_BUY'
  | 'E_UNIT_BUILT'
  | 'E_UNIT_LOST_DEF'
  | 'E_UNIT_WIN_DEF'
  | 'E_UNIT_BECAME_VET'
  | 'E_UNIT_UPGRADED'
  | 'E_UNIT_RELOCATED'
  | 'E_UNIT_ORDERS'
  | 'E_WONDER_BUILD'
  | 'E_WONDER_OBSOLETE'
  | 'E_WONDER_STARTED'
  | 'E_WONDER_STOPPED'
  | 'E_WONDER_WILL_BE_BUILT'
  | 'E_DIPLOMACY'
  | 'E_TREATY_EMBASSY'
  | 'E_BAD_COMMAND'
  | 'E_SETTING'
  | 'E_CHAT_MSG'
  | 'E_MESSAGE_WALL'
  | 'E_CHAT_ERROR'
  | 'E_CONNECTION'
  | 'E_AI_DEBUG'
  | 'E_LOG_ERROR'
  | 'E_LOG_FATAL'
  | 'E_TECH_GOAL'
  | 'E_UNIT_LOST_MISC'
  | 'E_CITY_PLAGUE'
  | 'E_VOTE_NEW'
  | 'E_VOTE_RESOLVED'
  | 'E_VOTE_ABORTED'
  | 'E_CITY_RADIUS_SQ'
  | 'E_UNIT_BUILT_POP_COST'
  | 'E_DISASTER'
  | 'E_ACHIEVEMENT'
  | 'E_TECH_LOST'
  | 'E_TECH_EMBASSY'
  | 'E_MY_SPY_STEAL_GOLD'
  | 'E_ENEMY_SPY_STEAL_GOLD'
  | 'E_SPONTANEOUS_EXTRA'
  | 'E_UNIT_ILLEGAL_ACTION'
  | 'E_MY_SPY_STEAL_MAP'
  | 'E_ENEMY_SPY_STEAL_MAP'
  | 'E_MY_SPY_NUKE'
  | 'E_ENEMY_SPY_NUKE'
  | 'E_UNIT_WAS_EXPELLED'
  | 'E_UNIT_DID_EXPEL'
  | 'E_UNIT_ACTION_FAILED'
  | 'E_UNIT_ESCAPED'
  | 'E_DEPRECATION_WARNING'
  | 'E_BEGINNER_HELP'
  | 'E_MY_UNIT_DID_HEAL'
  | 'E_MY_UNIT_WAS_HEALED'
  | 'E_MULTIPLIER'
  | 'E_UNIT_ACTION_ACTOR_SUCCESS'
  | 'E_UNIT_ACTION_ACTOR_FAILURE'
  | 'E_UNIT_ACTION_TARGET_OTHER'
  | 'E_UNIT_ACTION_TARGET_HOSTILE'
  | 'E_INFRAPOINTS'
  | 'E_HUT_MAP'
  | 'E_TREATY_SHARED_TILES'
  | 'E_CITY_CONQUERED'
  | Nameless;
export type ExtraFlagId =
  | 'EF_NATIVE_TILE'
  | 'EF_REFUEL'
  | 'EF_TERR_CHANGE_REMOVES'
  | 'EF_AUTO_ON_CITY_CENTER'
  | 'EF_ALWAYS_ON_CITY_CENTER'
  | 'EF_CONNECT_LAND'
  | 'EF_GLOBAL_WARMING'
  | 'EF_NUCLEAR_WINTER'
  | 'EF_SHOW_FLAG'
  | 'EF_NATURAL_DEFENSE'
  | 'EF_NO_STACK_DEATH'
  | 'EF_USER_FLAG_1'
  | 'EF_USER_FLAG_2'
  | 'EF_USER_FLAG_3'
  | 'EF_USER_FLAG_4'
  | 'EF_USER_FLAG_5'
  | 'EF_USER_FLAG_6'
  | 'EF_USER_FLAG_7'
  | 'EF_USER_FLAG_8'
  | 'EF_NOT_AGGRESSIVE'
  | 'EF_CAUSE_ZOC'
  | 'EF_USER_FLAG_9'
  | 'EF_USER_FLAG_10'
  | Nameless;
export type UnitActivity =
  | 'ACTIVITY_IDLE'
  | 'ACTIVITY_POLLUTION'
  | 'ACTIVITY_OLD_ROAD'
  | 'ACTIVITY_MINE'
  | 'ACTIVITY_IRRIGATE'
  | 'ACTIVITY_FORTIFIED'
  | 'ACTIVITY_FORTRESS'
  | 'ACTIVITY_SENTRY'
  | 'ACTIVITY_OLD_RAILROAD'
  | 'ACTIVITY_PILLAGE'
  | 'ACTIVITY_GOTO'
  | 'ACTIVITY_EXPLORE'
  | 'ACTIVITY_TRANSFORM'
  | 'ACTIVITY_UNKNOWN'
  | 'ACTIVITY_AIRBASE'
  | 'ACTIVITY_FORTIFYING'
  | 'ACTIVITY_FALLOUT'
  | 'ACTIVITY_PATROL_UNUSED'
  | 'ACTIVITY_BASE'
  | 'ACTIVITY_GEN_ROAD'
  | 'ACTIVITY_CONVERT'
  | 'ACTIVITY_CULTIVATE'
  | 'ACTIVITY_PLANT'
  | Nameless;
export type CasusBelliRange =
  | 'CBR_NONE'
  | 'CBR_VICTIM_ONLY'
  | 'CBR_INTERNATIONAL_OUTRAGE'
  | Nameless;
export type Direction8 =
  | 'DIR8_NORTHWEST'
  | 'DIR8_NORTH'
  | 'DIR8_NORTHEAST'
  | 'DIR8_WEST'
  | 'DIR8_EAST'
  | 'DIR8_SOUTHWEST'
  | 'DIR8_SOUTH'
  | 'DIR8_SOUTHEAST'
  | Nameless;
export type FreeTechMethod =
  | 'FTM_GOAL'
  | 'FTM_RANDOM'
  | 'FTM_CHEAPEST'
  | Nameless;
export type AiLevel =
  | 'AI_LEVEL_AWAY'
  | 'AI_LEVEL_HANDICAPPED'
  | 'AI_LEVEL_NOVICE'
  | 'AI_LEVEL_EASY'
  | 'AI_LEVEL_NORMAL'
  | 'AI_LEVEL_HARD'
  | 'AI_LEVEL_CHEATING'
  | 'AI_LEVEL_EXPERIMENTAL'
  | 'AI_LEVEL_RESTRICTED'
  | Nameless;
export type BarbarianType =
  | 'NOT_A_BARBARIAN'
  | 'LAND_BARBARIAN'
  | 'SEA_BARBARIAN'
  | 'ANIMAL_BARBARIAN'
  | 'LAND_AND_SEA_BARBARIAN'
  | Nameless;
export type CitytileType =
  | 'CITYT_CENTER'
  | 'CITYT_CLAIMED'
  | 'CITYT_EXTRAS_OWNED'
  | 'CITYT_WORKED'
  | 'CITYT_SAME_CONTINENT'
  | 'CITYT_BORDERING_TCLASS_REGION'
  | Nameless;
export type UstateProp =
  | 'USP_TRANSPORTED'
  | 'USP_LIVABLE_TILE'
  | 'USP_DOMESTIC_TILE'
  | 'USP_TRANSPORTING'
  | 'USP_HAS_HOME_CITY'
  | 'USP_NATIVE_TILE'
  | 'USP_NATIVE_EXTRA'
  | 'USP_MOVED_THIS_TURN'
  | Nameless;
export type TopoFlag =
  | 'TF_WRAPX'
  | 'TF_WRAPY'
  | 'TF_ISO'
  | 'TF_HEX'
  | Nameless;
export type ImprGenusId =
  | 'IG_GREAT_WONDER'
  | 'IG_SMALL_WONDER'
  | 'IG_IMPROVEMENT'
  | 'IG_SPECIAL'
  | 'IG_CONVERT'
  | Nameless;
export type UniversalsN =
  | 'VUT_NONE'
  | 'VUT_ADVANCE'
  | 'VUT_GOVERNMENT'
  | 'VUT_IMPROVEMENT'
  | 'VUT_TERRAIN'
  | 'VUT_NATION'
  | 'VUT_UTYPE'
  | 'VUT_UTFLAG'
  | 'VUT_UCLASS'
  | 'VUT_UCFLAG'
  | 'VUT_OTYPE'
  | 'VUT_SPECIALIST'
  | 'VUT_MINSIZE'
  | 'VUT_AI_LEVEL'
  | 'VUT_TERRAINCLASS'
  | 'VUT_MINYEAR'
  | 'VUT_TERRAINALTER'
  | 'VUT_CITYTILE'
  | 'VUT_GOOD'
  | 'VUT_TERRFLAG'
  | 'VUT_NATIONALITY'
  | 'VUT_BASEFLAG'
  | 'VUT_ROADFLAG'
  | 'VUT_EXTRA'
  | 'VUT_TECHFLAG'
  | 'VUT_ACHIEVEMENT'
  | 'VUT_DIPLREL'
  | 'VUT_MAXTILEUNITS'
  | 'VUT_STYLE'
  | 'VUT_MINCULTURE'
  | 'VUT_UNITSTATE'
  | 'VUT_MINMOVES'
  | 'VUT_MINVETERAN'
  | 'VUT_MINHP'
  | 'VUT_AGE'
  | 'VUT_NATIONGROUP'
  | 'VUT_TOPO'
  | 'VUT_IMPR_GENUS'
  | 'VUT_ACTION'
  | 'VUT_MINTECHS'
  | 'VUT_EXTRAFLAG'
  | 'VUT_MINCALFRAG'
  | 'VUT_SERVERSETTING'
  | 'VUT_CITYSTATUS'
  | 'VUT_MINFOREIGNPCT'
  | 'VUT_ACTIVITY'
  | 'VUT_DIPLREL_TILE'
  | 'VUT_DIPLREL_TILE_O'
  | 'VUT_DIPLREL_UNITANY'
  | 'VUT_DIPLREL_UNITANY_O'
  | 'VUT_MINLATITUDE'
  | 'VUT_MAXLATITUDE'
  | 'VUT_COUNTER'
  | 'VUT_ORIGINAL_OWNER'
  | 'VUT_IMPR_FLAG'
  | 'VUT_WRAP'
  | 'VUT_PLAYER_FLAG'
  | 'VUT_PLAYER_STATE'
  | 'VUT_FORM_AGE'
  | 'VUT_SITE'
  | Nameless;
export type GuiType =
  | 'GUI_STUB'
  | 'GUI_GTK2'
  | 'GUI_GTK3'
  | 'GUI_GTK3_22'
  | 'GUI_SDL'
  | 'GUI_QT'
  | 'GUI_SDL2'
  | 'GUI_WEB'
  | 'GUI_GTK4'
  | 'GUI_SDL3'
  | Nameless;
export type AirliftingStyle =
  | 'AIRLIFTING_CLASSICAL'
  | 'AIRLIFTING_ALLIED_SRC'
  | 'AIRLIFTING_ALLIED_DEST'
  | 'AIRLIFTING_UNLIMITED_SRC'
  | 'AIRLIFTING_UNLIMITED_DEST'
  | Nameless;
export type CaravanBonusStyle =
  | 'CBS_CLASSIC'
  | 'CBS_LOGARITHMIC'
  | Nameless;
export type PersistentReady =
  | 'PERSISTENTR_DISABLED'
  | 'PERSISTENTR_CONNECTED'
  | Nameless;
export type RevealMap =
  | 'REVEAL_MAP_NONE'
  | 'REVEAL_MAP_START'
  | 'REVEAL_MAP_DEAD'
  | Nameless;
export type GamelossStyle =
  | 'GAMELOSS_STYLE_CLASSICAL'
  | 'GAMELOSS_STYLE_BARB'
  | 'GAMELOSS_STYLE_CWAR'
  | 'GAMELOSS_STYLE_LOOT'
  | Nameless;
export type TechUpkeepStyle =
  | 'TECH_UPKEEP_NONE'
  | 'TECH_UPKEEP_BASIC'
  | 'TECH_UPKEEP_PER_CITY'
  | Nameless;
export type TradeRevenueStyle =
  | 'TRS_CLASSIC'
  | 'TRS_SIMPLE'
  | Nameless;
export type PhaseModeType =
  | 'PMT_CONCURRENT'
  | 'PMT_PLAYERS_ALTERNATE'
  | 'PMT_TEAMS_ALTERNATE'
  | Nameless;
export type SsetType =
  | 'SST_BOOL'
  | 'SST_INT'
  | 'SST_STRING'
  | 'SST_ENUM'
  | 'SST_BITWISE'
  | Nameless;
export type ExtraCategory =
  | 'ECAT_INFRA'
  | 'ECAT_NATURAL'
  | 'ECAT_NUISANCE'
  | 'ECAT_BONUS'
  | 'ECAT_RESOURCE'
  | Nameless;
export type ExtraCause =
  | 'EC_IRRIGATION'
  | 'EC_MINE'
  | 'EC_ROAD'
  | 'EC_BASE'
  | 'EC_POLLUTION'
  | 'EC_FALLOUT'
  | 'EC_HUT'
  | 'EC_APPEARANCE'
  | 'EC_RESOURCE'
  | Nameless;
export type ExtraRmcause =
  | 'ERM_PILLAGE'
  | 'ERM_CLEANPOLLUTION'
  | 'ERM_CLEANFALLOUT'
  | 'ERM_DISAPPEARANCE'
  | 'ERM_ENTER'
  | Nameless;
export type ExtraUnitSeenType =
  | 'EUS_NORMAL'
  | 'EUS_HIDDEN'
  | Nameless;
export type AchievementType =
  | 'ACHIEVEMENT_SPACESHIP'
  | 'ACHIEVEMENT_MAP'
  | 'ACHIEVEMENT_MULTICULTURAL'
  | 'ACHIEVEMENT_CULTURED_CITY'
  | 'ACHIEVEMENT_CULTURED_NATION'
  | 'ACHIEVEMENT_LUCKY'
  | 'ACHIEVEMENT_HUTS'
  | 'ACHIEVEMENT_METROPOLIS'
  | 'ACHIEVEMENT_LITERATE'
  | 'ACHIEVEMENT_LAND_AHOY'
  | 'ACHIEVEMENT_KILLER'
  | 'ACHIEVEMENT_RICH'
  | Nameless;
export type MoodType =
  | 'MOOD_PEACEFUL'
  | 'MOOD_COMBAT'
  | Nameless;
export type ActionDecision =
  | 'ACT_DEC_NOTHING'
  | 'ACT_DEC_PASSIVE'
  | 'ACT_DEC_ACTIVE'
  | Nameless;
export type GoodsSelectionMethod =
  | 'GSM_LEAVING'
  | 'GSM_ARRIVAL'
  | Nameless;
export type TechCostStyle =
  | 'TECH_COST_CIV1CIV2'
  | 'TECH_COST_CLASSIC'
  | 'TECH_COST_CLASSIC_PRESET'
  | 'TECH_COST_EXPERIMENTAL'
  | 'TECH_COST_EXPERIMENTAL_PRESET'
  | 'TECH_COST_LINEAR'
  | Nameless;
export type TechLeakageStyle =
  | 'TECH_LEAKAGE_NONE'
  | 'TECH_LEAKAGE_EMBASSIES'
  | 'TECH_LEAKAGE_PLAYERS'
  | 'TECH_LEAKAGE_NO_BARBS'
  | Nameless;
export type GoldUpkeepStyle =
  | 'GOLD_UPKEEP_CITY'
  | 'GOLD_UPKEEP_MIXED'
  | 'GOLD_UPKEEP_NATION'
  | Nameless;
export type ImprFlagId =
  | 'IF_VISIBLE_BY_OTHERS'
  | 'IF_SAVE_SMALL_WONDER'
  | 'IF_GOLD'
  | 'IF_DISASTER_PROOF'
  | 'IF_USER_FLAG_1'
  | 'IF_USER_FLAG_2'
  | 'IF_USER_FLAG_3'
  | 'IF_USER_FLAG_4'
  | 'IF_USER_FLAG_5'
  | 'IF_USER_FLAG_6'
  | 'IF_USER_FLAG_7'
  | 'IF_USER_FLAG_8'
  | Nameless;
export type TeamPlacement =
  | 'TEAM_PLACEMENT_DISABLED'
  | 'TEAM_PLACEMENT_CLOSEST'
  | 'TEAM_PLACEMENT_CONTINENT'
  | 'TEAM_PLACEMENT_HORIZONTAL'
  | 'TEAM_PLACEMENT_VERTICAL'
  | Nameless;
export type MapimgLayer =
  | 'MAPIMG_LAYER_AREA'
  | 'MAPIMG_LAYER_BORDERS'
  | 'MAPIMG_LAYER_CITIES'
  | 'MAPIMG_LAYER_FOGOFWAR'
  | 'MAPIMG_LAYER_KNOWLEDGE'
  | 'MAPIMG_LAYER_TERRAIN'
  | 'MAPIMG_LAYER_UNITS'
  | Nameless;
export type Cmdlevel =
  | 'ALLOW_NONE'
  | 'ALLOW_INFO'
  | 'ALLOW_BASIC'
  | 'ALLOW_CTRL'
  | 'ALLOW_ADMIN'
  | 'ALLOW_HACK'
  | Nameless;
export type ConnPatternType =
  | 'CPT_USER'
  | 'CPT_HOST'
  | 'CPT_IP'
  | Nameless;
export type PlrFlagId =
  | 'PLRF_AI'
  | 'PLRF_SCENARIO_RESERVED'
  | 'PLRF_FIRST_CITY'
  | Nameless;
export type PlayerStatus =
  | 'PSTATUS_NORMAL'
  | 'PSTATUS_DYING'
  | 'PSTATUS_WINNER'
  | 'PSTATUS_SURRENDER'
  | Nameless;
export type DiplstateType =
  | 'DS_ARMISTICE'
  | 'DS_WAR'
  | 'DS_CEASEFIRE'
  | 'DS_PEACE'
  | 'DS_ALLIANCE'
  | 'DS_NO_CONTACT'
  | 'DS_TEAM'
  | Nameless;
export type DiplrelOther =
  | 'DRO_GIVES_SHARED_VISION'
  | 'DRO_RECEIVES_SHARED_VISION'
  | 'DRO_HOSTS_EMBASSY'
  | 'DRO_HAS_EMBASSY'
  | 'DRO_HOSTS_REAL_EMBASSY'
  | 'DRO_HAS_REAL_EMBASSY'
  | 'DRO_HAS_CASUS_BELLI'
  | 'DRO_PROVIDED_CASUS_BELLI'
  | 'DRO_FOREIGN'
  | 'DRO_HAS_TEAM_EMBASSY'
  | 'DRO_HOSTS_TEAM_EMBASSY'
  | Nameless;
export type ReqRange =
  | 'REQ_RANGE_LOCAL'
  | 'REQ_RANGE_CADJACENT'
  | 'REQ_RANGE_ADJACENT'
  | 'REQ_RANGE_CITY'
  | 'REQ_RANGE_TRADEROUTE'
  | 'REQ_RANGE_CONTINENT'
  | 'REQ_RANGE_PLAYER'
  | 'REQ_RANGE_TEAM'
  | 'REQ_RANGE_ALLIANCE'
  | 'REQ_RANGE_WORLD'
  | 'REQ_RANGE_TILE'
  | Nameless;
export type ReqVecChangeOperation =
  | 'RVCO_REMOVE'
  | 'RVCO_APPEND'
  | Nameless;
export type TechState =
  | 'TECH_UNKNOWN'
  | 'TECH_PREREQS_KNOWN'
  | 'TECH_KNOWN'
  | Nameless;
export type RoadFlagId =
  | 'RF_REQUIRES_BRIDGE'
  | 'RF_PREVENTS_OTHER_ROADS'
  | 'RF_RIVER'
  | 'RF_UNRESTRICTED_INFRA'
  | 'RF_JUMP_FROM'
  | 'RF_JUMP_TO'
  | Nameless;
export type RoadMoveMode =
  | 'RMM_CARDINAL'
  | 'RMM_RELAXED'
  | 'RMM_FAST_ALWAYS'
  | Nameless;
export type TechFlagId =
  | 'TF_BONUS_TECH'
  | 'TF_BRIDGE'
  | 'TF_BUILD_AIRBORNE'
  | 'TF_CLAIM_OCEAN'
  | 'TF_CLAIM_OCEAN_LIMITED'
  | 'TECH_USER_1'
  | 'TECH_USER_2'
  | 'TECH_USER_3'
  | 'TECH_USER_4'
  | 'TECH_USER_5'
  | 'TECH_USER_6'
  | 'TECH_USER_7'
  | 'TECH_USER_LAST'
  | Nameless;
export type TerrainClass =
  | 'TC_LAND'
  | 'TC_OCEAN'
  | Nameless;
export type TerrainAlteration =
  | 'TA_CAN_IRRIGATE'
  | 'TA_CAN_MINE'
  | 'TA_CAN_ROAD'
  | 'TA_CAN_BASE'
  | 'TA_CAN_PLACE'
  | Nameless;
export type TerrainFlagId =
  | 'TER_NO_BARBS'
  | 'TER_NO_CITIES'
  | 'TER_STARTER'
  | 'TER_CAN_HAVE_RIVER'
  | 'TER_UNSAFE_COAST'
  | 'TER_FRESHWATER'
  | 'TER_NOT_GENERATED'
  | 'TER_NO_ZOC'
  | 'TER_NO_FORTIFY'
  | 'TER_FROZEN'
  | 'TER_USER_1'
  | 'TER_USER_2'
  | 'TER_USER_3'
  | 'TER_USER_4'
  | 'TER_USER_5'
  | 'TER_USER_6'
  | 'TER_USER_7'
  | 'TER_USER_LAST'
  | 'TER_USER_8'
  | 'TER_USER_9'
  | 'TER_ENTER_BORDERS'
  | Nameless;
export type MapgenTerrainProperty =
  | 'MG_MOUNTAINOUS'
  | 'MG_GREEN'
  | 'MG_FOLIAGE'
  | 'MG_TROPICAL'
  | 'MG_TEMPERATE'
  | 'MG_COLD'
  | 'MG_FROZEN'
  | 'MG_WET'
  | 'MG_DRY'
  | 'MG_OCEAN_DEPTH'
  | Nameless;
export type TraderouteBonusType =
  | 'TBONUS_NONE'
  | 'TBONUS_GOLD'
  | 'TBONUS_SCIENCE'
  | 'TBONUS_BOTH'
  | Nameless;
export type RouteDirection =
  | 'RDIR_FROM'
  | 'RDIR_TO'
  | 'RDIR_BIDIRECTIONAL'
  | 'RDIR_NONE'
  | Nameless;
export type GoodsFlagId =
  | 'GF_BIDIRECTIONAL'
  | 'GF_DEPLETES'
  | 'GF_SELF_PROVIDED'
  | Nameless;
export type Trait =
  | 'TRAIT_EXPANSIONIST'
  | 'TRAIT_TRADER'
  | 'TRAIT_AGGRESSIVE'
  | 'TRAIT_BUILDER'
  | Nameless;
export type UnitSsDataType =
  | 'USSDT_QUEUE'
  | 'USSDT_UNQUEUE'
  | 'USSDT_BATTLE_GROUP'
  | 'USSDT_SENTRY'
  | Nameless;
export type UnitClassFlagId =
  | 'UCF_TERRAIN_SPEED'
  | 'UCF_TERRAIN_DEFENSE'
  | 'UCF_DAMAGE_SLOWS'
  | 'UCF_CAN_OCCUPY_CITY'
  | 'UCF_MISSILE'
  | 'UCF_BUILD_ANYWHERE'
  | 'UCF_UNREACHABLE'
  | 'UCF_COLLECT_RANSOM'
  | 'UCF_ZOC'
  | 'UCF_CAN_FORTIFY'
  | 'UCF_CAN_PILLAGE'
  | 'UCF_DOESNT_OCCUPY_TILE'
  | 'UCF_ATTACK_NON_NATIVE'
  | 'UCF_KILLCITIZEN'
  | 'UCF_USER_FLAG_1'
  | 'UCF_USER_FLAG_2'
  | 'UCF_USER_FLAG_3'
  | 'UCF_USER_FLAG_4'
  | 'UCF_USER_FLAG_5'
  | 'UCF_USER_FLAG_6'
  | 'UCF_USER_FLAG_7'
  | 'UCF_USER_FLAG_8'
  | 'UCF_HUT_FRIGHTEN'
  | 'UCF_NONNAT_BOMBARD_TGT'
  | 'UCF_USER_FLAG_9'
  | 'UCF_USER_FLAG_10'
  | 'UCF_USER_FLAG_11'
  | 'UCF_USER_FLAG_12'
  | 'UCF_USER_FLAG_13'
  | 'UCF_USER_FLAG_14'
  | 'UCF_USER_FLAG_15'
  | 'UCF_USER_FLAG_16'
  | 'UCF_USER_FLAG_17'
  | 'UCF_USER_FLAG_18'
  | 'UCF_USER_FLAG_19'
  | 'UCF_USER_FLAG_20'
  | 'UCF_USER_FLAG_21'
  | 'UCF_USER_FLAG_22'
  | 'UCF_USER_FLAG_23'
  | 'UCF_USER_FLAG_24'
  | 'UCF_USER_FLAG_25'
  | Nameless;
export type UnitMoveType =
  | 'UMT_LAND'
  | 'UMT_SEA'
  | 'UMT_BOTH'
  | Nameless;
export type UnitTypeFlagId =
  | 'UTYF_CANT_FORTIFY'
  | 'UTYF_NOZOC'
  | 'UTYF_IGZOC'
  | 'UTYF_CIVILIAN'
  | 'UTYF_IGTER'
  | 'UTYF_ONEATTACK'
  | 'UTYF_FIELDUNIT'
  | 'UTYF_PROVOKING'
  | 'UTYF_PARTIAL_INVIS'
  | 'UTYF_SETTLERS'
  | 'UTYF_DIPLOMAT'
  | 'UTYF_COAST_STRICT'
  | 'UTYF_COAST'
  | 'UTYF_SHIELD2GOLD'
  | 'UTYF_SPY'
  | 'UTYF_ONLY_NATIVE_ATTACK'
  | 'UTYF_FANATIC'
  | 'UTYF_GAMELOSS'
  | 'UTYF_UNIQUE'
  | 'UTYF_EVAC_FIRST'
  | 'UTYF_SUPERSPY'
  | 'UTYF_NOHOME'
  | 'UTYF_NO_VETERAN'
  | 'UTYF_CITYBUSTER'
  | 'UTYF_NOBUILD'
  | 'UTYF_BADWALLATTACKER'
  | 'UTYF_BADCITYDEFENDER'
  | 'UTYF_BARBARIAN_ONLY'
  | 'UTYF_BEACH_LANDER'
  | 'UTYF_NEWCITY_GAMES_ONLY'
  | 'UTYF_CANESCAPE'
  | 'UTYF_CANKILLESCAPING'
  | 'UTYF_USER_FLAG_1'
  | 'UTYF_USER_FLAG_2'
  | 'UTYF_USER_FLAG_3'
  | 'UTYF_USER_FLAG_4'
  | 'UTYF_USER_FLAG_5'
  | 'UTYF_USER_FLAG_6'
  | 'UTYF_USER_FLAG_7'
  | 'UTYF_USER_FLAG_8'
  | 'UTYF_USER_FLAG_9'
  | 'UTYF_USER_FLAG_10'
  | 'UTYF_USER_FLAG_11'
  | 'UTYF_USER_FLAG_12'
  | 'UTYF_USER_FLAG_13'
  | 'UTYF_USER_FLAG_14'
  | 'UTYF_USER_FLAG_15'
  | 'UTYF_USER_FLAG_16'
  | 'UTYF_USER_FLAG_17'
  | 'UTYF_USER_FLAG_18'
  | 'UTYF_USER_FLAG_19'
  | 'UTYF_USER_FLAG_20'
  | 'UTYF_USER_FLAG_21'
  | 'UTYF_USER_FLAG_22'
  | 'UTYF_USER_FLAG_23'
  | 'UTYF_USER_FLAG_24'
  | 'UTYF_USER_FLAG_25'
  | 'UTYF_USER_FLAG_26'
  | 'UTYF_USER_FLAG_27'
  | 'UTYF_USER_FLAG_28'
  | 'UTYF_USER_FLAG_29'
  | 'UTYF_USER_FLAG_30'
  | 'UTYF_USER_FLAG_31'
  | 'UTYF_USER_FLAG_32'
  | 'UTYF_USER_FLAG_33'
  | 'UTYF_USER_FLAG_34'
  | 'UTYF_USER_FLAG_35'
  | 'UTYF_USER_FLAG_36'
  | 'UTYF_USER_FLAG_37'
  | 'UTYF_USER_FLAG_38'
  | 'UTYF_USER_FLAG_39'
  | 'UTYF_USER_FLAG_40'
  | 'UTYF_NEVER_PROTECTS'
  | 'UTYF_USER_FLAG_41'
  | 'UTYF_USER_FLAG_42'
  | 'UTYF_USER_FLAG_43'
  | 'UTYF_USER_FLAG_44'
  | 'UTYF_USER_FLAG_45'
  | 'UTYF_RANDOM_MOVEMENT'
  | 'UTYF_USER_FLAG_46'
  | 'UTYF_USER_FLAG_47'
  | 'UTYF_USER_FLAG_48'
  | 'UTYF_USER_FLAG_49'
  | 'UTYF_USER_FLAG_50'
  | Nameless;
export type UnitRoleId =
  | 'L_FIRSTBUILD'
  | 'L_EXPLORER'
  | 'L_HUT'
  | 'L_HUT_TECH'
  | 'L_PARTISAN'
  | 'L_DEFEND_OK'
  | 'L_DEFEND_GOOD'
  | 'L_FERRYBOAT'
  | 'L_BARBARIAN'
  | 'L_BARBARIAN_TECH'
  | 'L_BARBARIAN_BOAT'
  | 'L_BARBARIAN_BUILD'
  | 'L_BARBARIAN_BUILD_TECH'
  | 'L_BARBARIAN_LEADER'
  | 'L_BARBARIAN_SEA'
  | 'L_BARBARIAN_SEA_TECH'
  | 'L_START_CITIES'
  | 'L_START_WORKER'
  | 'L_START_EXPLORER'
  | 'L_START_KING'
  | 'L_START_DIPLOMAT'
  | 'L_START_FERRY'
  | 'L_START_DEFEND_OK'
  | 'L_START_DEFEND_GOOD'
  | 'L_START_ATTACK_FAST'
  | 'L_START_ATTACK_STRONG'
  | 'L_HUNTER'
  | 'L_SETTLERS'
  | 'L_BARBARIAN_BOAT_TECH'
  | Nameless;
export type CombatBonusType =
  | 'CBONUS_DEFENSE_MULTIPLIER'
  | 'CBONUS_DEFENSE_DIVIDER'
  | 'CBONUS_FIREPOWER1'
  | 'CBONUS_LOW_FIREPOWER'
  | 'CBONUS_DEFENSE_MULTIPLIER_PCT'
  | 'CBONUS_DEFENSE_DIVIDER_PCT'
  | 'CBONUS_SCRAMBLES_PCT'
  | Nameless;
export type Test =
  | 'TEST0'
  | 'TEST1'
  | 'TEST3'
  | Nameless;
export type KnownType =
  | 'TILE_UNKNOWN'
  | 'TILE_KNOWN_UNSEEN'
  | 'TILE_KNOWN_SEEN'
  | Nameless;
export type BordersMode =
  | 'BORDERS_DISABLED'
  | 'BORDERS_ENABLED'
  | 'BORDERS_SEE_INSIDE'
  | 'BORDERS_EXPAND'
  | Nameless;
export type DiplomacyMode =
  | 'DIPLO_FOR_ALL'
  | 'DIPLO_FOR_HUMANS'
  | 'DIPLO_FOR_AIS'
  | 'DIPLO_NO_AIS'
  | 'DIPLO_NO_MIXED'
  | 'DIPLO_FOR_TEAMS'
  | 'DIPLO_DISABLED'
  | Nameless;
export type RevolenType =
  | 'REVOLEN_FIXED'
  | 'REVOLEN_RANDOM'
  | 'REVOLEN_QUICKENING'
  | 'REVOLEN_RANDQUICK'
  | Nameless;
export type HappybordersType =
  | 'HB_DISABLED'
  | 'HB_NATIONAL'
  | 'HB_ALLIANCE'
  | Nameless;
export type VictoryConditionType =
  | 'VC_SPACERACE'
  | 'VC_ALLIED'
  | 'VC_CULTURE'
  | Nameless;
export type UnitOrders =
  | 'ORDER_MOVE'
  | 'ORDER_ACTIVITY'
  | 'ORDER_FULL_MP'
  | 'ORDER_ACTION_MOVE'
  | 'ORDER_PERFORM_ACTION'
  | Nameless;
export type ReportType =
  | 'REPORT_WONDERS_OF_THE_WORLD'
  | 'REPORT_TOP_5_CITIES'
  | 'REPORT_DEMOGRAPHIC'
  | 'REPORT_ACHIEVEMENTS'
  | Nameless;
export type SpaceshipPlaceType =
  | 'SSHIP_PLACE_STRUCTURAL'
  | 'SSHIP_PLACE_FUEL'
  | 'SSHIP_PLACE_PROPULSION'
  | 'SSHIP_PLACE_HABITATION'
  | 'SSHIP_PLACE_LIFE_SUPPORT'
  | 'SSHIP_PLACE_SOLAR_PANELS'
  | Nameless;
export type SettingDefaultLevel =
  | 'SETDEF_INTERNAL'
  | 'SETDEF_RULESET'
  | 'SETDEF_CHANGED'
  | Nameless;
export type RoadCompat =
  | 'ROCO_ROAD'
  | 'ROCO_RAILROAD'
  | 'ROCO_RIVER'
  | 'ROCO_NONE'
  | Nameless;
export type TraderouteIllegalCancelling =
  | 'TRI_ACTIVE'
  | 'TRI_INACTIVE'
  | 'TRI_CANCEL'
  | Nameless;
export type AuthenticationType =
  | 'AUTH_LOGIN_FIRST'
  | 'AUTH_NEWUSER_FIRST'
  | 'AUTH_LOGIN_RETRY'
  | 'AUTH_NEWUSER_RETRY'
  | Nameless;
export type SpaceshipState =
  | 'SSHIP_NONE'
  | 'SSHIP_STARTED'
  | 'SSHIP_LAUNCHED'
  | 'SSHIP_ARRIVED'
  | Nameless;
export type ActionSubTargetKind =
  | 'ASTK_NONE'
  | 'ASTK_BUILDING'
  | 'ASTK_TECH'
  | 'ASTK_EXTRA'
  | 'ASTK_EXTRA_NOT_THERE'
  | Nameless;
export type MovesActorKind =
  | 'MAK_STAYS'
  | 'MAK_REGULAR'
  | 'MAK_TELEPORT'
  | 'MAK_ESCAPE'
  | 'MAK_FORCED'
  | 'MAK_UNREPRESENTABLE'
  | Nameless;
export type ActTgtCompl =
  | 'ACT_TGT_COMPL_SIMPLE'
  | 'ACT_TGT_COMPL_FLEXIBLE'
  | 'ACT_TGT_COMPL_MANDATORY'
  | Nameless;
export type ActionResult =
  | 'ACTRES_ESTABLISH_EMBASSY'
  | 'ACTRES_SPY_INVESTIGATE_CITY'
  | 'ACTRES_SPY_POISON'
  | 'ACTRES_SPY_STEAL_GOLD'
  | 'ACTRES_SPY_SABOTAGE_CITY'
  | 'ACTRES_SPY_TARGETED_SABOTAGE_CITY'
  | 'ACTRES_SPY_SABOTAGE_CITY_PRODUCTION'
  | 'ACTRES_SPY_STEAL_TECH'
  | 'ACTRES_SPY_TARGETED_STEAL_TECH'
  | 'ACTRES_SPY_INCITE_CITY'
  | 'ACTRES_TRADE_ROUTE'
  | 'ACTRES_MARKETPLACE'
  | 'ACTRES_HELP_WONDER'
  | 'ACTRES_SPY_BRIBE_UNIT'
  | 'ACTRES_SPY_SABOTAGE_UNIT'
  | 'ACTRES_CAPTURE_UNITS'
  | 'ACTRES_FOUND_CITY'
  | 'ACTRES_JOIN_CITY'
  | 'ACTRES_STEAL_MAPS'
  | 'ACTRES_BOMBARD'
  | 'ACTRES_SPY_NUKE'
  | 'ACTRES_NUKE'
  | 'ACTRES_NUKE_UNITS'
  | 'ACTRES_DESTROY_CITY'
  | 'ACTRES_EXPEL_UNIT'
  | 'ACTRES_DISBAND_UNIT_RECOVER'
  | 'ACTRES_DISBAND_UNIT'
  | 'ACTRES_HOME_CITY'
  | 'ACTRES_UPGRADE_UNIT'
  | 'ACTRES_PARADROP'
  | 'ACTRES_AIRLIFT'
  | 'ACTRES_ATTACK'
  | 'ACTRES_STRIKE_BUILDING'
  | 'ACTRES_STRIKE_PRODUCTION'
  | 'ACTRES_CONQUER_CITY'
  | 'ACTRES_HEAL_UNIT'
  | 'ACTRES_TRANSFORM_TERRAIN'
  | 'ACTRES_CULTIVATE'
  | 'ACTRES_PLANT'
  | 'ACTRES_PILLAGE'
  | 'ACTRES_FORTIFY'
  | 'ACTRES_ROAD'
  | 'ACTRES_CONVERT'
  | 'ACTRES_BASE'
  | 'ACTRES_MINE'
  | 'ACTRES_IRRIGATE'
  | 'ACTRES_CLEAN_POLLUTION'
  | 'ACTRES_CLEAN_FALLOUT'
  | 'ACTRES_TRANSPORT_DEBOARD'
  | 'ACTRES_TRANSPORT_UNLOAD'
  | 'ACTRES_TRANSPORT_DISEMBARK'
  | 'ACTRES_TRANSPORT_BOARD'
  | 'ACTRES_TRANSPORT_EMBARK'
  | 'ACTRES_SPY_SPREAD_PLAGUE'
  | 'ACTRES_SPY_ATTACK'
  | 'ACTRES_CONQUER_EXTRAS'
  | 'ACTRES_HUT_ENTER'
  | 'ACTRES_HUT_FRIGHTEN'
  | 'ACTRES_UNIT_MOVE'
  | 'ACTRES_PARADROP_CONQUER'
  | 'ACTRES_HOMELESS'
  | 'ACTRES_COLLECT_RANSOM'
  | 'ACTRES_TRANSPORT_LOAD'
  | 'ACTRES_WIPE_UNITS'
  | 'ACTRES_SPY_ESCAPE'
  | 'ACTRES_TELEPORT'
  | 'ACTRES_TELEPORT_CONQUER'
  | 'ACTRES_ENABLER_CHECK'
  | Nameless;
export type ActionSubResult =
  | 'ACT_SUB_RES_HUT_ENTER'
  | 'ACT_SUB_RES_HUT_FRIGHTEN'
  | 'ACT_SUB_RES_MAY_EMBARK'
  | 'ACT_SUB_RES_NON_LETHAL'
  | Nameless;
export type CitystatusType =
  | 'CITYS_OWNED_BY_ORIGINAL'
  | 'CITYS_STARVED'
  | 'CITYS_DISORDER'
  | 'CITYS_CELEBRATION'
  | 'CITYS_TRANSFERRED'
  | Nameless;
export type VisionLayer =
  | 'V_MAIN'
  | 'V_INVIS'
  | 'V_SUBSURFACE'
  | Nameless;
export type CapitalType =
  | 'CAPITAL_NOT'
  | 'CAPITAL_SECONDARY'
  | 'CAPITAL_PRIMARY'
  | Nameless;
export type WonderVisibType =
  | 'WV_ALWAYS'
  | 'WV_NEVER'
  | 'WV_EMBASSY'
  | Nameless;
export type TranspDefType =
  | 'TDT_ALIGHT'
  | 'TDT_BLOCKED'
  | 'TDT_ALWAYS'
  | Nameless;
export type RoadGuiType =
  | 'ROAD_GUI_ROAD'
  | 'ROAD_GUI_RAILROAD'
  | 'ROAD_GUI_MAGLEV'
  | 'ROAD_GUI_OTHER'
  | Nameless;
export type ServerSideAgent =
  | 'SSA_NONE'
  | 'SSA_AUTOSETTLER'
  | 'SSA_AUTOEXPLORE'
  | Nameless;
export type CityWlCancelBehavior =
  | 'WLCB_SMART'
  | 'WLCB_ALWAYS_PURGE'
  | 'WLCB_ALWAYS_POSTPONE'
  | Nameless;
export type CounterBehavior =
  | 'CB_CITY_OWNED_TURNS'
  | 'CB_CITY_CELEBRATION_TURNS'
  | 'CB_CITY_DISORDER_TURNS'
  | 'CB_USER'
  | Nameless;
export type PlrstateType =
  | 'PLRS_BARBARIAN'
  | 'PLRS_HAS_CAPITAL'
  | Nameless;
export type WrapFlag =
  | 'WRAP_X'
  | 'WRAP_Y'
  | Nameless;
export type CityAcquireType =
  | 'CACQ_CONQUEST'
  | 'CACQ_FOUNDED'
  | Nameless;
export type CounterTarget =
  | 'CTGT_CITY'
  | Nameless;
export type ProcessingStartedPacket = Readonly<Record<never, never>>;
export type ProcessingFinishedPacket = Readonly<Record<never, never>>;
export interface ServerJoinReqPacket {
  readonly username: string;
  readonly capability: string;
  readonly versionLabel: string;
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly patchVersion: number;
}
export interface ServerJoinReplyPacket {
  readonly youCanJoin: boolean;
  readonly message: string;
  readonly capability: string;
  readonly challengeFile: string;
  readonly connId: number;
}
export interface AuthenticationReqPacket {
  readonly type: AuthenticationType;
  readonly message: string;
}
export interface AuthenticationReplyPacket {
  readonly password: string;
}
export type ServerShutdownPacket = Readonly<Record<never, never>>;
export interface RulesetTechClassPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly costPct: number;
}
export interface NationSelectReqPacket {
  readonly playerNo: number;
  readonly nationNo: number;
  readonly isMale: boolean;
  readonly name: string;
  readonly style: number;
}
export interface PlayerReadyPacket {
  readonly playerNo: number;
  readonly isReady: boolean;
}
export interface EndgameReportPacket {
  readonly categoryNum: number;
  readonly categoryName: readonly string[];
  readonly playerNum: number;
}
export interface ScenarioDescriptionPacket {
  readonly description: string;
}
export interface EditScenarioDescPacket {
  readonly scenarioDesc: string;
}
export interface TileInfoPacket {
  readonly tile: number;
  readonly continent: number;
  readonly known: KnownType;
  readonly owner: number;
  readonly extrasOwner: number;
  readonly worked: number;
  readonly terrain: number;
  readonly resource: number;
  readonly extras: Uint8Array;
  readonly specSprite: string;
  readonly label: string;
  readonly placing?: number;
  readonly placeTurn?: number;
}
export interface GameInfoPacket {
  readonly addToSizeLimit: number;
  readonly aifill: number;
  readonly persistentReady: PersistentReady;
  readonly airliftingStyle: ReadonlySet<AirliftingStyle>;
  readonly angrycitizen: number;
  readonly basePollution: number;
  readonly baseTechCost: number;
  readonly techLeakPct: number;
  readonly borderCityRadiusSq: number;
  readonly borderSizeEffect: number;
  readonly borderCityPermanentRadiusSq: number;
  readonly borders: BordersMode;
  readonly baseBribeCost: number;
  readonly caravanBonusStyle: CaravanBonusStyle;
  readonly cultureVicPoints: number;
  readonly cultureVicLead: number;
  readonly cultureMigrationPml: number;
  readonly celebratesize: number;
  readonly changableTax: boolean;
  readonly popReportZeroes: number;
  readonly citizenNationality: boolean;
  readonly citizenConvertSpeed: number;
  readonly conquestConvertPct: number;
  readonly citizenPartisansPct: number;
  readonly citymindist: number;
  readonly cooling: number;
  readonly coolinglevel: number;
  readonly diplomacy: DiplomacyMode;
  readonly fogofwar: boolean;
  readonly foodCost: number;
  readonly foodbox: number;
  readonly forcedGold: number;
  readonly forcedLuxury: number;
  readonly forcedScience: number;
  readonly fulltradesize: number;
  readonly tradeWorldRelPct: number;
  readonly goodsSelection: GoodsSelectionMethod;
  readonly globalAdvanceCount: number;
  readonly globalAdvances: readonly boolean[];
  readonly globalWarming: boolean;
  readonly globalwarming: number;
  readonly gold: number;
  readonly goldUpkeepStyle: GoldUpkeepStyle;
  readonly revolentype: RevolenType;
  readonly defaultGovernmentId: number;
  readonly governmentDuringRevolutionId: number;
  readonly granaryFoodInc: number;
  readonly granaryFoodIni: readonly number[];
  readonly granaryNumInis: number;
  readonly greatWonderOwners: readonly number[];
  readonly happyCost: number;
  readonly happyborders: HappybordersType;
  readonly heating: number;
  readonly illnessBaseFactor: number;
  readonly illnessMinSize: number;
  readonly illnessOn: boolean;
  readonly illnessPollutionFactor: number;
  readonly illnessTradeInfection: number;
  readonly initCityRadiusSq: number;
  readonly isEditMode: boolean;
  readonly isNewGame: boolean;
  readonly killcitizen: boolean;
  readonly killstack: boolean;
  readonly onlyKillingMakesVeteran: boolean;
  readonly minCityCenterOutput: readonly number[];
  readonly muukFoodWipe: boolean;
  readonly muukGoldWipe: boolean;
  readonly muukShieldWipe: boolean;
  readonly notradesize: number;
  readonly nuclearWinter: boolean;
  readonly nuclearwinter: number;
  readonly phase: number;
  readonly phaseMode: PhaseModeType;
  readonly pillageSelect: boolean;
  readonly poisonEmptiesFoodStock: boolean;
  readonly techStealAllowHoles: boolean;
  readonly techTradeAllowHoles: boolean;
  readonly techTradeLossAllowHoles: boolean;
  readonly techParasiteAllowHoles: boolean;
  readonly techLossAllowHoles: boolean;
  readonly rapturedelay: number;
  readonly disasters: number;
  readonly restrictinfra: boolean;
  readonly unreachableProtects: boolean;
  readonly sciencebox: number;
  readonly shieldbox: number;
  readonly skillLevel: number;
  readonly slowInvasions: boolean;
  readonly victoryConditions: ReadonlySet<VictoryConditionType>;
  readonly teamPooledResearch: boolean;
  readonly tech: number;
  readonly techCostStyle: TechCostStyle;
  readonly techLeakage: TechLeakageStyle;
  readonly techUpkeepDivider: number;
  readonly techUpkeepStyle: TechUpkeepStyle;
  readonly techlossForgiveness: number;
  readonly freeTechMethod: FreeTechMethod;
  readonly gamelossStyle: ReadonlySet<GamelossStyle>;
  readonly timeout: number;
  readonly firstTimeout: number;
  readonly tiredAttack: boolean;
  readonly trademindist: number;
  readonly tradeRevenueStyle: TradeRevenueStyle;
  readonly tradingCity: boolean;
  readonly tradingGold: boolean;
  readonly tradingTech: boolean;
  readonly turn: number;
  readonly warminglevel: number;
  readonly year16: number;
  readonly year32?: number;
  readonly year0Hack: boolean;
  readonly fragmentCount: number;
  readonly civilWarEnabled: boolean;
  readonly paradropToTransport: boolean;
  readonly airliftFromAlwaysEnabled?: boolean;
  readonly airliftToAlwaysEnabled?: boolean;
  readonly historyInterestPml?: number;
  readonly diplchanceInitialOdds?: Uint8Array;
  readonly minTradeRouteVal?: number;
  readonly infrapoints?: number;
  readonly onlyRealFightMakesVeteran?: boolean;
  readonly combatOddsScaledVeterancy?: boolean;
  readonly damageReducesBombardRate?: boolean;
  readonly lowFirepowerBadwallattacker?: number;
  readonly lowFirepowerPearlHarbour?: number;
  readonly lowFirepowerCombatBonus?: number;
  readonly lowFirepowerNonnatBombard?: number;
  readonly nukePopLossPct?: number;
  readonly nukeDefenderSurvivalChancePct?: number;
  readonly stealMapsRevealsAllCities?: boolean;
  readonly civilWarBonusCelebrating?: number;
  readonly civilWarBonusUnhappy?: number;
  readonly granularity?: number;
  readonly smallWonderVisibility?: WonderVisibType;
  readonly minTechCost?: number;
  readonly unitBuildersNationality?: boolean;
  readonly revealTradePartner?: boolean;
  readonly homelessGoldUpkeep?: boolean;
  readonly topCitiesCount?: number;
}
export interface MapInfoPacket {
  readonly xsize: number;
  readonly ysize: number;
  readonly topologyId: ReadonlySet<TopoFlag>;
  readonly wrapId?: ReadonlySet<WrapFlag>;
  readonly northLatitude?: number;
  readonly southLatitude?: number;
}
export interface NukeTileInfoPacket {
  readonly tile: number;
}
export interface TeamNameInfoPacket {
  readonly teamId: number;
  readonly teamName: string;
}
export interface ChatMsgPacket {
  readonly message: string;
  readonly tile: number;
  readonly event: EventType;
  readonly turn: number;
  readonly phase: number;
  readonly connId: number;
}
export interface ChatMsgReqPacket {
  readonly message: string;
}
export interface ConnectMsgPacket {
  readonly message: string;
}
export interface EarlyChatMsgPacket {
  readonly message: string;
  readonly tile: number;
  readonly event: EventType;
  readonly turn: number;
  readonly phase: number;
  readonly connId: number;
}
export interface ServerInfoPacket {
  readonly versionLabel: string;
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly patchVersion: number;
  readonly emergVersion: number;
}
export interface CityRemovePacket {
  readonly cityId: number;
}
export interface CityInfoPacket {
  readonly id: number;
  readonly tile: number;
  readonly owner: number;
  readonly size: number;
  readonly cityRadiusSq: number;
  readonly style: number;
  readonly pplHappy: readonly number[];
  readonly pplContent: readonly number[];
  readonly pplUnhappy: readonly number[];
  readonly pplAngry: readonly number[];
  readonly specialistsSize: number;
  readonly specialists: readonly number[];
  readonly nationalitiesCount: number;
  readonly nationId: readonly number[];
  readonly nationCitizens: readonly number[];
  readonly history16?: number;
  readonly culture16?: number;
  readonly history32?: number;
  readonly culture32?: number;
  readonly buyCost: number;
  readonly surplus: readonly number[];
  readonly waste: readonly number[];
  readonly unhappyPenalty: readonly number[];
  readonly prod: readonly number[];
  readonly citizenBase: readonly number[];
  readonly usage: readonly number[];
  readonly foodStock: number;
  readonly shieldStock: number;
  readonly traderouteCount: number;
  readonly pollution: number;
  readonly illnessTrade: number;
  readonly productionKind: UniversalsN;
  readonly productionValue: number;
  readonly turnFounded: number;
  readonly turnLastBuilt: number;
  readonly changedFromKind: UniversalsN;
  readonly changedFromValue: number;
  readonly beforeChangeShields: number;
  readonly disbandedShields: number;
  readonly caravanShields: number;
  readonly lastTurnsShieldSurplus: number;
  readonly airlift: number;
  readonly didBuy: boolean;
  readonly didSell: boolean;
  readonly wasHappy: boolean;
  readonly diplomatInvestigate: boolean;
  readonly walls: number;
  readonly cityImage: number;
  readonly worklist: readonly WorklistEntry<UniversalsN>[];
  readonly improvements: Uint8Array;
  readonly cityOptions: ReadonlySet<CityOptions>;
  readonly name: string;
  readonly original?: number;
  readonly capital?: CapitalType;
  readonly steal?: number;
  readonly hadFamine?: boolean;
  readonly anarchy?: number;
  readonly rapture?: number;
  readonly wlCb?: CityWlCancelBehavior;
  readonly acquireType?: CityAcquireType;
}
export interface CityShortInfoPacket {
  readonly id: number;
  readonly tile: number;
  readonly owner: number;
  readonly size: number;
  readonly style: number;
  readonly occupied: boolean;
  readonly walls: number;
  readonly happy: boolean;
  readonly unhappy: boolean;
  readonly cityImage: number;
  readonly improvements: Uint8Array;
  readonly name: string;
  readonly capital?: CapitalType;
  readonly original?: number;
}
export interface CitySellPacket {
  readonly cityId: number;
  readonly buildId: number;
}
export interface CityBuyPacket {
  readonly cityId: number;
}
export interface CityChangePacket {
  readonly cityId: number;
  readonly productionKind: UniversalsN;
  readonly productionValue: number;
}
export interface CityWorklistPacket {
  readonly cityId: number;
  readonly worklist: readonly WorklistEntry<UniversalsN>[];
}
export interface CityMakeSpecialistPacket {
  readonly cityId: number;
  readonly tileId: number;
}
export interface CityMakeWorkerPacket {
  readonly cityId: number;
  readonly tileId: number;
}
export interface CityChangeSpecialistPacket {
  readonly cityId: number;
  readonly from: number;
  readonly to: number;
}
export interface CityRenamePacket {
  readonly cityId: number;
  readonly name: string;
}
export interface CityOptionsReqPacket {
  readonly cityId: number;
  readonly options: ReadonlySet<CityOptions>;
  readonly wlCb?: CityWlCancelBehavior;
}
export interface CityRefreshPacket {
  readonly cityId: number;
}
export interface CityNameSuggestionReqPacket {
  readonly unitId: number;
}
export interface CityNameSuggestionInfoPacket {
  readonly unitId: number;
  readonly name: string;
}
export interface CitySabotageListPacket {
  readonly actorId: number;
  readonly cityId: number;
  readonly improvements: Uint8Array;
  readonly actId: GenAction;
  readonly disturbPlayer: boolean;
  readonly requestKind?: number;
}
export interface PlayerRemovePacket {
  readonly playerno: number;
}
export interface PlayerInfoPacket {
  readonly playerno: number;
  readonly name: string;
  readonly username: string;
  readonly unassignedUser: boolean;
  readonly score: number;
  readonly isMale: boolean;
  readonly wasCreated: boolean;
  readonly government: number;
  readonly targetGovernment: number;
  readonly realEmbassy: readonly boolean[];
  readonly mood: MoodType;
  readonly style: number;
  readonly musicStyle: number;
  readonly nation: number;
  readonly team: number;
  readonly isReady: boolean;
  readonly phaseDone: boolean;
  readonly nturnsIdle: number;
  readonly turnsAlive: number;
  readonly isAlive: boolean;
  readonly gold: number;
  readonly tax: number;
  readonly science: number;
  readonly luxury: number;
  readonly techUpkeep: number;
  readonly scienceCost: number;
  readonly isConnected: boolean;
  readonly revolutionFinishes: number;
  readonly aiSkillLevel: AiLevel;
  readonly barbarianType: BarbarianType;
  readonly givesSharedVision: Uint8Array;
  readonly history16?: number;
  readonly culture16?: number;
  readonly history32?: number;
  readonly culture32?: number;
  readonly love: readonly number[];
  readonly colorValid: boolean;
  readonly colorChangeable: boolean;
  readonly colorRed: number;
  readonly colorGreen: number;
  readonly colorBlue: number;
  readonly flags: ReadonlySet<PlrFlagId>;
  readonly wonders: readonly number[];
  readonly multipCount: number;
  readonly multiplier: readonly number[];
  readonly multiplierTarget: readonly number[];
  readonly infrapoints?: number;
  readonly multiplierChanged?: readonly number[];
  readonly autoselectWeight?: number;
  readonly givesSharedTiles?: Uint8Array;
}
export interface PlayerPhaseDonePacket {
  readonly turn: number;
}
export interface PlayerRatesPacket {
  readonly tax: number;
  readonly luxury: number;
  readonly science: number;
}
export interface PlayerChangeGovernmentPacket {
  readonly government: number;
}
export interface PlayerResearchPacket {
  readonly tech: number;
}
export interface PlayerTechGoalPacket {
  readonly tech: number;
}
export type PlayerAttributeBlockPacket = Readonly<Record<never, never>>;
export interface PlayerAttributeChunkPacket {
  readonly offset: number;
  readonly totalLength: number;
  readonly chunkLength: number;
  readonly data: Uint8Array;
}
export interface PlayerDiplstatePacket {
  readonly diplstateId: number;
  readonly plr1: number;
  readonly plr2: number;
  readonly type: DiplstateType;
  readonly turnsLeft: number;
  readonly hasReasonToCancel: number;
  readonly contactTurnsLeft: number;
}
export interface ResearchInfoPacket {
  readonly id: number;
  readonly techsResearched: number;
  readonly futureTech: number;
  readonly researching: number;
  readonly researchingCost: number;
  readonly bulbsResearched: number;
  readonly techGoal: number;
  readonly totalBulbsProd: number;
  readonly inventions: string;
}
export interface UnitRemovePacket {
  readonly unitId: number;
}
export interface UnitInfoPacket {
  readonly id: number;
  readonly owner: number;
  readonly nationality: number;
  readonly tile: number;
  readonly facing: Direction8;
  readonly homecity: number;
  readonly upkeep: readonly number[];
  readonly veteran: number;
  readonly ai: boolean;
  readonly paradropped: boolean;
  readonly occupied: boolean;
  readonly transported: boolean;
  readonly doneMoving: boolean;
  readonly stay: boolean;
  readonly type: number;
  readonly transportedBy: number;
  readonly carrying: number;
  readonly movesleft: number;
  readonly hp: number;
  readonly fuel: number;
  readonly activityCount: number;
  readonly changedFromCount: number;
  readonly gotoTile: number;
  readonly activity: UnitActivity;
  readonly activityTgt: number;
  readonly changedFrom: UnitActivity;
  readonly changedFromTgt: number;
  readonly battlegroup: number;
  readonly hasOrders: boolean;
  readonly ordersLength: number;
  readonly ordersIndex: number;
  readonly ordersRepeat: boolean;
  readonly ordersVigilant: boolean;
  readonly orders: readonly UnitOrders[];
  readonly ordersDirs: readonly Direction8[];
  readonly ordersActivities: readonly UnitActivity[];
  readonly ordersSubTargets: readonly number[];
  readonly ordersActions: readonly GenAction[];
  readonly actionDecisionWant: ActionDecision;
  readonly actionDecisionTile: number;
  readonly ssaController?: ServerSideAgent;
  readonly birthTurn?: number;
  readonly currentFormTurn?: number;
}
export interface UnitShortInfoPacket {
  readonly id: number;
  readonly owner: number;
  readonly tile: number;
  readonly facing: Direction8;
  readonly type: number;
  readonly veteran: number;
  readonly occupied: boolean;
  readonly transported: boolean;
  readonly hp: number;
  readonly activity: UnitActivity;
  readonly activityTgt: number;
  readonly transportedBy: number;
  readonly packetUse: number;
  readonly infoCityId: number;
}
export interface UnitCombatInfoPacket {
  readonly attackerUnitId: number;
  readonly defenderUnitId: number;
  readonly attackerHp: number;
  readonly defenderHp: number;
  readonly makeAttVeteran: boolean;
  readonly makeDefVeteran: boolean;
}
export interface UnknownResearchPacket {
  readonly id: number;
}
export interface UnitSscsSetPacket {
  readonly unitId: number;
  readonly type: UnitSsDataType;
  readonly value: number;
}
export interface UnitOrdersPacket {
  readonly unitId: number;
  readonly srcTile: number;
  readonly length: number;
  readonly repeat: boolean;
  readonly vigilant: boolean;
  readonly orders: readonly UnitOrders[];
  readonly dir: readonly Direction8[];
  readonly activity: readonly UnitActivity[];
  readonly subTarget: readonly number[];
  readonly action: readonly GenAction[];
  readonly destTile: number;
}
export interface UnitAutosettlersPacket {
  readonly unitId: number;
}
export interface UnitLoadPacket {
  readonly cargoId: number;
  readonly transporterId: number;
  readonly transporterTile: number;
}
export interface UnitUnloadPacket {
  readonly cargoId: number;
  readonly transporterId: number;
}
export interface UnitActionQueryPacket {
  readonly actorId: number;
  readonly targetId: number;
  readonly actionType: GenAction;
  readonly disturbPlayer: boolean;
  readonly requestKind?: number;
}
export interface UnitTypeUpgradePacket {
  readonly type: number;
}
export interface UnitDoActionPacket {
  readonly actorId: number;
  readonly targetId: number;
  readonly subTgtId: number;
  readonly name: string;
  readonly actionType: GenAction;
}
export interface UnitActionAnswerPacket {
  readonly actorId: number;
  readonly targetId: number;
  readonly cost: number;
  readonly actionType: GenAction;
  readonly disturbPlayer: boolean;
  readonly requestKind?: number;
}
export interface UnitGetActionsPacket {
  readonly actorUnitId: number;
  readonly targetUnitId: number;
  readonly targetTileId: number;
  readonly disturbPlayer: boolean;
  readonly targetExtraId?: number;
  readonly requestKind?: number;
}
export type ConnPingPacket = Readonly<Record<never, never>>;
export type ConnPongPacket = Readonly<Record<never, never>>;
export interface UnitActionsPacket {
  readonly actorUnitId: number;
  readonly targetUnitId: number;
  readonly targetCityId: number;
  readonly targetTileId: number;
  readonly disturbPlayer: boolean;
  readonly actionProbabilities: readonly ActionProbability[];
  readonly targetExtraId?: number;
  readonly requestKind?: number;
}
export interface DiplomacyInitMeetingReqPacket {
  readonly counterpart: number;
}
export interface DiplomacyInitMeetingPacket {
  readonly counterpart: number;
  readonly initiatedFrom: number;
}
export interface DiplomacyCancelMeetingReqPacket {
  readonly counterpart: number;
}
export interface DiplomacyCancelMeetingPacket {
  readonly counterpart: number;
  readonly initiatedFrom: number;
}
export interface DiplomacyCreateClauseReqPacket {
  readonly counterpart: number;
  readonly giver: number;
  readonly type: ClauseType;
  readonly value: number;
}
export interface DiplomacyCreateClausePacket {
  readonly counterpart: number;
  readonly giver: number;
  readonly type: ClauseType;
  readonly value: number;
}
export interface DiplomacyRemoveClauseReqPacket {
  readonly counterpart: number;
  readonly giver: number;
  readonly type: ClauseType;
  readonly value: number;
}
export interface DiplomacyRemoveClausePacket {
  readonly counterpart: number;
  readonly giver: number;
  readonly type: ClauseType;
  readonly value: number;
}
export interface DiplomacyAcceptTreatyReqPacket {
  readonly counterpart: number;
}
export interface DiplomacyAcceptTreatyPacket {
  readonly counterpart: number;
  readonly iAccepted: boolean;
  readonly otherAccepted: boolean;
}
export interface DiplomacyCancelPactPacket {
  readonly otherPlayerId: number;
  readonly clause: ClauseType;
}
export interface PageMsgPacket {
  readonly caption: string;
  readonly headline: string;
  readonly event: EventType;
  readonly len: number;
  readonly parts: number;
}
export interface ReportReqPacket {
  readonly type: ReportType;
}
export interface ConnInfoPacket {
  readonly id: number;
  readonly used: boolean;
  readonly established: boolean;
  readonly observer: boolean;
  readonly playerNum: number;
  readonly accessLevel: Cmdlevel;
  readonly username: string;
  readonly addr: string;
  readonly capability: string;
}
export interface ConnPingInfoPacket {
  readonly connections8?: number;
  readonly connections16?: number;
  readonly connIdOld?: readonly number[];
  readonly connIdNew?: readonly number[];
  readonly pingTime7?: readonly number[];
  readonly pingTime6?: readonly number[];
  readonly connections?: number;
  readonly connId?: readonly number[];
  readonly pingTime?: readonly number[];
}
export interface ClientInfoPacket {
  readonly gui: GuiType;
  readonly emergVersion: number;
  readonly distribution: string;
}
export type EndPhasePacket = Readonly<Record<never, never>>;
export interface StartPhasePacket {
  readonly phase: number;
}
export interface NewYearPacket {
  readonly year16?: number;
  readonly year32?: number;
  readonly fragments: number;
  readonly turn: number;
}
export type BeginTurnPacket = Readonly<Record<never, never>>;
export type EndTurnPacket = Readonly<Record<never, never>>;
export type FreezeClientPacket = Readonly<Record<never, never>>;
export type ThawClientPacket = Readonly<Record<never, never>>;
export type SpaceshipLaunchPacket = Readonly<Record<never, never>>;
export interface SpaceshipPlacePacket {
  readonly type: SpaceshipPlaceType;
  readonly num: number;
}
export interface SpaceshipInfoPacket {
  readonly playerNum: number;
  readonly sshipState: SpaceshipState;
  readonly structurals: number;
  readonly components: number;
  readonly modules: number;
  readonly fuel: number;
  readonly propulsion: number;
  readonly habitation: number;
  readonly lifeSupport: number;
  readonly solarPanels: number;
  readonly launchYear16?: number;
  readonly launchYear32?: number;
  readonly population: number;
  readonly mass: number;
  readonly structure: Uint8Array;
  readonly supportRate: number;
  readonly energyRate: number;
  readonly successRate: number;
  readonly travelTime: number;
}
export interface RulesetUnitPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly soundMove: string;
  readonly soundMoveAlt: string;
  readonly soundFight: string;
  readonly soundFightAlt: string;
  readonly unitClassId: number;
  readonly buildCost: number;
  readonly popCost: number;
  readonly attackStrength: number;
  readonly defenseStrength: number;
  readonly moveRate: number;
  readonly techRequirement: number;
  readonly imprRequirement: number;
  readonly govRequirement: number;
  readonly visionRadiusSq: number;
  readonly transportCapacity: number;
  readonly hp: number;
  readonly firepower: number;
  readonly obsoletedBy: number;
  readonly convertedTo: number;
  readonly convertTime: number;
  readonly fuel: number;
  readonly happyCost: number;
  readonly upkeep: readonly number[];
  readonly paratroopersRange: number;
  readonly paratroopersMrReq: number;
  readonly paratroopersMrSub: number;
  readonly veteranLevels: number;
  readonly veteranName: readonly string[];
  readonly powerFact: readonly number[];
  readonly moveBonus: readonly number[];
  readonly raiseChance: readonly number[];
  readonly workRaiseChance: readonly number[];
  readonly bombardRate: number;
  readonly citySize: number;
  readonly citySlots: number;
  readonly cargo: Uint8Array;
  readonly targets: Uint8Array;
  readonly embarks: Uint8Array;
  readonly disembarks: Uint8Array;
  readonly helptext: string;
  readonly flags: ReadonlySet<UnitTypeFlagId>;
  readonly roles: Uint8Array;
  readonly buildReqsCount?: number;
  readonly buildReqs?: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly tpDefense?: TranspDefType;
  readonly vlayer?: VisionLayer;
  readonly worker?: boolean;
  readonly graphicAlt2?: string;
}
export interface RulesetGamePacket {
  readonly defaultSpecialist: number;
  readonly globalInitTechsCount: number;
  readonly globalInitTechs: readonly number[];
  readonly globalInitBuildingsCount: number;
  readonly globalInitBuildings: readonly number[];
  readonly veteranLevels: number;
  readonly veteranName: readonly string[];
  readonly powerFact: readonly number[];
  readonly moveBonus: readonly number[];
  readonly raiseChance: readonly number[];
  readonly workRaiseChance: readonly number[];
  readonly backgroundRed: number;
  readonly backgroundGreen: number;
  readonly backgroundBlue: number;
}
export interface RulesetSpecialistPacket {
  readonly id: number;
  readonly pluralName: string;
  readonly ruleName: string;
  readonly shortName: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly helptext: string;
}
export interface RulesetGovernmentRulerTitlePacket {
  readonly gov: number;
  readonly nation: number;
  readonly maleTitle: string;
  readonly femaleTitle: string;
}
export interface RulesetTechPacket {
  readonly id: number;
  readonly rootReq: number;
  readonly researchReqsCount: number;
  readonly researchReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly tclass: number;
  readonly removed: boolean;
  readonly flags: ReadonlySet<TechFlagId>;
  readonly cost: number;
  readonly numReqs: number;
  readonly name: string;
  readonly ruleName: string;
  readonly helptext: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
}
export interface RulesetGovernmentPacket {
  readonly id: number;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly name: string;
  readonly ruleName: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly helptext: string;
  readonly soundStr?: string;
  readonly soundAlt?: string;
  readonly soundAlt2?: string;
}
export interface RulesetTerrainControlPacket {
  readonly oceanReclaimRequirementPct: number;
  readonly landChannelRequirementPct: number;
  readonly terrainThawRequirementPct: number;
  readonly terrainFreezeRequirementPct: number;
  readonly lakeMaxSize: number;
  readonly minStartNativeArea: number;
  readonly moveFragments: number;
  readonly igterCost: number;
  readonly pythagoreanDiagonal: boolean;
  readonly guiTypeBase0: string;
  readonly guiTypeBase1: string;
  readonly infrapoints?: boolean;
}
export interface RulesetNationGroupsPacket {
  readonly ngroups: number;
  readonly groups: readonly string[];
  readonly hidden: readonly boolean[];
}
export interface RulesetNationPacket {
  readonly id: number;
  readonly translationDomain: string;
  readonly adjective: string;
  readonly ruleName: string;
  readonly nounPlural: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly legend: string;
  readonly style: number;
  readonly leaderCount: number;
  readonly leaderName: readonly string[];
  readonly leaderIsMale: readonly boolean[];
  readonly isPlayable: boolean;
  readonly barbarianType: BarbarianType;
  readonly nsets: number;
  readonly sets: readonly number[];
  readonly ngroups: number;
  readonly groups: readonly number[];
  readonly initGovernmentId: number;
  readonly initTechsCount: number;
  readonly initTechs: readonly number[];
  readonly initUnitsCount: number;
  readonly initUnits: readonly number[];
  readonly initBuildingsCount: number;
  readonly initBuildings: readonly number[];
}
export interface RulesetCityPacket {
  readonly styleId: number;
  readonly name: string;
  readonly ruleName: string;
  readonly citizensGraphic: string;
  readonly citizensGraphicAlt: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly graphic: string;
  readonly graphicAlt: string;
}
export interface RulesetBuildingPacket {
  readonly id: number;
  readonly genus: ImprGenusId;
  readonly name: string;
  readonly ruleName: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly obsCount: number;
  readonly obsReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly buildCost: number;
  readonly upkeep: number;
  readonly sabotage: number;
  readonly flags: ReadonlySet<ImprFlagId>;
  readonly soundtag: string;
  readonly soundtagAlt: string;
  readonly helptext: string;
  readonly graphicAlt2?: string;
  readonly soundtagAlt2?: string;
}
export interface RulesetTerrainPacket {
  readonly id: number;
  readonly tclass: TerrainClass;
  readonly flags: ReadonlySet<TerrainFlagId>;
  readonly nativeTo: Uint8Array;
  readonly name: string;
  readonly ruleName: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly movementCost: number;
  readonly defenseBonus: number;
  readonly output: readonly number[];
  readonly numResources: number;
  readonly resources: readonly number[];
  readonly roadOutputIncrPct: readonly number[];
  readonly baseTime: number;
  readonly roadTime: number;
  readonly irrigationResult: number;
  readonly irrigationFoodIncr: number;
  readonly irrigationTime: number;
  readonly miningResult: number;
  readonly miningShieldIncr: number;
  readonly miningTime: number;
  readonly animal: number;
  readonly transformResult: number;
  readonly transformTime: number;
  readonly cleanPollutionTime: number;
  readonly cleanFalloutTime: number;
  readonly pillageTime: number;
  readonly colorRed: number;
  readonly colorGreen: number;
  readonly colorBlue: number;
  readonly helptext: string;
  readonly cultivateResult?: number;
  readonly cultivateTime?: number;
  readonly plantResult?: number;
  readonly plantTime?: number;
  readonly placingTime?: number;
  readonly graphicAlt2?: string;
  readonly resourceFreq?: readonly number[];
  readonly extraCount?: number;
  readonly extraRemovalTimes?: readonly number[];
}
export interface RulesetUnitClassPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly minSpeed: number;
  readonly hpLossPct: number;
  readonly hutBehavior: number;
  readonly nonNativeDefPct: number;
  readonly flags: ReadonlySet<UnitClassFlagId>;
  readonly helptext: string;
}
export interface RulesetBasePacket {
  readonly id: number;
  readonly guiType: BaseGuiType;
  readonly borderSq: number;
  readonly visionMainSq: number;
  readonly visionInvisSq: number;
  readonly flags: ReadonlySet<BaseFlagId>;
  readonly visionSubsSq?: number;
}
export interface RulesetControlPacket {
  readonly numUnitClasses: number;
  readonly numUnitTypes: number;
  readonly numImprTypes: number;
  readonly numTechClasses: number;
  readonly numTechTypes: number;
  readonly numExtraTypes: number;
  readonly numBaseTypes: number;
  readonly numRoadTypes: number;
  readonly numResourceTypes: number;
  readonly numGoodsTypes: number;
  readonly numDisasterTypes: number;
  readonly numAchievementTypes: number;
  readonly numMultipliers: number;
  readonly numStyles: number;
  readonly numMusicStyles: number;
  readonly governmentCount: number;
  readonly nationCount: number;
  readonly stylesCount: number;
  readonly terrainCount: number;
  readonly numSpecialistTypes: number;
  readonly preferredTileset: string;
  readonly preferredSoundset: string;
  readonly preferredMusicset: string;
  readonly popupTechHelp: boolean;
  readonly name: string;
  readonly version: string;
  readonly descLength: number;
  readonly numNationGroups?: number;
  readonly numNationSets?: number;
  readonly altDir?: string;
  readonly numCounters?: number;
}
export interface SingleWantHackReqPacket {
  readonly token: string;
}
export interface SingleWantHackReplyPacket {
  readonly youHaveHack: boolean;
}
export interface RulesetChoicesPacket {
  readonly rulesetCount: number;
  readonly rulesets: readonly string[];
}
export interface GameLoadPacket {
  readonly loadSuccessful: boolean;
  readonly loadFilename: string;
}
export interface ServerSettingControlPacket {
  readonly settingsNum: number;
  readonly categoriesNum: number;
  readonly categoryNames: readonly string[];
}
export interface ServerSettingConstPacket {
  readonly id: number;
  readonly name: string;
  readonly shortHelp: string;
  readonly extraHelp: string;
  readonly category: number;
}
export interface ServerSettingBoolPacket {
  readonly id: number;
  readonly isVisible: boolean;
  readonly isChangeable: boolean;
  readonly initialSetting: boolean;
  readonly setdef: SettingDefaultLevel;
  readonly val: boolean;
  readonly defaultVal: boolean;
}
export interface ServerSettingIntPacket {
  readonly id: number;
  readonly isVisible: boolean;
  readonly isChangeable: boolean;
  readonly initialSetting: boolean;
  readonly setdef: SettingDefaultLevel;
  readonly val: number;
  readonly defaultVal: number;
  readonly minVal: number;
  readonly maxVal: number;
}
export interface ServerSettingStrPacket {
  readonly id: number;
  readonly isVisible: boolean;
  readonly isChangeable: boolean;
  readonly initialSetting: boolean;
  readonly setdef: SettingDefaultLevel;
  readonly val: string;
  readonly defaultVal: string;
}
export interface ServerSettingEnumPacket {
  readonly id: number;
  readonly isVisible: boolean;
  readonly isChangeable: boolean;
  readonly initialSetting: boolean;
  readonly setdef: SettingDefaultLevel;
  readonly val: number;
  readonly defaultVal: number;
  readonly valuesNum: number;
  readonly supportNames: readonly string[];
  readonly prettyNames: readonly string[];
}
export interface ServerSettingBitwisePacket {
  readonly id: number;
  readonly isVisible: boolean;
  readonly isChangeable: boolean;
  readonly initialSetting: boolean;
  readonly setdef: SettingDefaultLevel;
  readonly val: number;
  readonly defaultVal: number;
  readonly bitsNum: number;
  readonly supportNames: readonly string[];
  readonly prettyNames: readonly string[];
}
export interface RulesetEffectPacket {
  readonly effectType: EffectType;
  readonly effectValue: number;
  readonly hasMultiplier: boolean;
  readonly multiplier: number;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
}
export interface RulesetResourcePacket {
  readonly id: number;
  readonly output: readonly number[];
}
export interface ScenarioInfoPacket {
  readonly isScenario: boolean;
  readonly name: string;
  readonly authors: string;
  readonly players: boolean;
  readonly startposNations: boolean;
  readonly saveRandom: boolean;
  readonly preventNewCities: boolean;
  readonly lakeFlooding: boolean;
  readonly handmade: boolean;
  readonly allowAiTypeFallback: boolean;
  readonly rulesetLocked: boolean;
  readonly haveResources: boolean;
  readonly reqCaps: string;
  readonly datafile?: string;
}
export interface SaveScenarioPacket {
  readonly name: string;
}
export interface VoteNewPacket {
  readonly voteNo: number;
  readonly user: string;
  readonly desc: string;
  readonly percentRequired: number;
  readonly flags: number;
}
export interface VoteUpdatePacket {
  readonly voteNo: number;
  readonly yes: number;
  readonly no: number;
  readonly abstain: number;
  readonly numVoters: number;
}
export interface VoteRemovePacket {
  readonly voteNo: number;
}
export interface VoteResolvePacket {
  readonly voteNo: number;
  readonly passed: boolean;
}
export interface VoteSubmitPacket {
  readonly voteNo: number;
  readonly value: number;
}
export interface EditModePacket {
  readonly state: boolean;
}
export type EditRecalculateBordersPacket = Readonly<Record<never, never>>;
export type EditCheckTilesPacket = Readonly<Record<never, never>>;
export interface EditToggleFogofwarPacket {
  readonly player: number;
}
export interface EditTileTerrainPacket {
  readonly tile: number;
  readonly terrain: number;
  readonly size: number;
}
export interface EditTileExtraPacket {
  readonly tile: number;
  readonly extraTypeId: number;
  readonly removal: boolean;
  readonly eowner: number;
  readonly size: number;
}
export interface EditStartposPacket {
  readonly id: number;
  readonly removal: boolean;
  readonly tag: number;
}
export interface EditStartposFullPacket {
  readonly id: number;
  readonly exclude: boolean;
  readonly nations: Uint8Array;
}
export interface EditTilePacket {
  readonly tile: number;
  readonly extras: Uint8Array;
  readonly resource: number;
  readonly terrain: number;
  readonly startposNation: number;
  readonly eowner: number;
  readonly label: string;
}
export interface EditUnitCreatePacket {
  readonly owner: number;
  readonly tile: number;
  readonly type: number;
  readonly count: number;
  readonly tag: number;
}
export interface EditUnitRemovePacket {
  readonly owner: number;
  readonly tile: number;
  readonly type: number;
  readonly count: number;
}
export interface EditUnitRemoveByIdPacket {
  readonly id: number;
}
export interface EditUnitPacket {
  readonly id: number;
  readonly utype: number;
  readonly owner: number;
  readonly homecity: number;
  readonly movesLeft: number;
  readonly hp: number;
  readonly veteran: number;
  readonly fuel: number;
  readonly activity: UnitActivity;
  readonly activityCount: number;
  readonly activityBase: number;
  readonly debug: boolean;
  readonly moved: boolean;
  readonly paradropped: boolean;
  readonly doneMoving: boolean;
  readonly transportedBy: number;
  readonly stay: boolean;
}
export interface EditCityCreatePacket {
  readonly owner: number;
  readonly tile: number;
  readonly size: number;
  readonly tag: number;
}
export interface EditCityRemovePacket {
  readonly id: number;
}
export interface EditCityPacket {
  readonly id: number;
  readonly name: string;
  readonly owner: number;
  readonly original: number;
  readonly size: number;
  readonly history16?: number;
  readonly history32?: number;
  readonly pplHappy: readonly number[];
  readonly pplContent: readonly number[];
  readonly pplUnhappy: readonly number[];
  readonly pplAngry: readonly number[];
  readonly specialistsSize: number;
  readonly specialists: readonly number[];
  readonly trade: readonly number[];
  readonly foodStock: number;
  readonly shieldStock: number;
  readonly airlift: boolean;
  readonly debug: boolean;
  readonly didBuy: boolean;
  readonly didSell: boolean;
  readonly wasHappy: boolean;
  readonly anarchy: number;
  readonly rapture: number;
  readonly steal: number;
  readonly turnFounded: number;
  readonly turnLastBuilt: number;
  readonly built: readonly number[];
  readonly productionKind: number;
  readonly productionValue: number;
  readonly lastTurnsShieldSurplus: number;
  readonly cityOptions: ReadonlySet<CityOptions>;
  readonly hadFamine?: boolean;
}
export interface EditPlayerCreatePacket {
  readonly tag: number;
}
export interface EditPlayerRemovePacket {
  readonly id: number;
}
export interface EditPlayerPacket {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly rankedUsername: string;
  readonly userTurns: number;
  readonly isMale: boolean;
  readonly government: number;
  readonly targetGovernment: number;
  readonly nation: number;
  readonly team: number;
  readonly phaseDone: boolean;
  readonly nturnsIdle: number;
  readonly isAlive: boolean;
  readonly revolutionFinishes: number;
  readonly capital: boolean;
  readonly embassy: Uint8Array;
  readonly gold: number;
  readonly tax: number;
  readonly science: number;
  readonly luxury: number;
  readonly futureTech: number;
  readonly researching: number;
  readonly bulbsResearched: number;
  readonly inventions: readonly boolean[];
  readonly ai: boolean;
  readonly scenarioReserved: boolean;
  readonly autoselectWeight?: number;
  readonly infrapoints?: number;
}
export interface EditPlayerVisionPacket {
  readonly player: number;
  readonly tile: number;
  readonly known: boolean;
  readonly size: number;
}
export interface EditGamePacket {
  readonly scenario: boolean;
  readonly scenarioName: string;
  readonly scenarioAuthors: string;
  readonly scenarioRandom: boolean;
  readonly scenarioPlayers: boolean;
  readonly startposNations: boolean;
  readonly preventNewCities: boolean;
  readonly lakeFlooding: boolean;
  readonly rulesetLocked: boolean;
}
export interface EditObjectCreatedPacket {
  readonly tag: number;
  readonly id: number;
}
export interface RulesetRoadPacket {
  readonly id: number;
  readonly firstReqsCount: number;
  readonly firstReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly moveCost: number;
  readonly moveMode: RoadMoveMode;
  readonly tileIncrConst: readonly number[];
  readonly tileIncr: readonly number[];
  readonly tileBonus: readonly number[];
  readonly compat: RoadCompat;
  readonly integrates: Uint8Array;
  readonly flags: ReadonlySet<RoadFlagId>;
  readonly guiType?: RoadGuiType;
}
export interface UnitChangeActivityPacket {
  readonly unitId: number;
  readonly activity: UnitActivity;
  readonly target: number;
}
export interface EndgamePlayerPacket {
  readonly categoryNum: number;
  readonly playerId: number;
  readonly score: number;
  readonly categoryScore: readonly number[];
  readonly winner: boolean;
}
export interface RulesetDisasterPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly frequency: number;
  readonly effects: ReadonlySet<DisasterEffectId>;
}
export type RulesetsReadyPacket = Readonly<Record<never, never>>;
export interface RulesetExtraFlagPacket {
  readonly id: number;
  readonly name: string;
  readonly helptxt: string;
}
export interface RulesetTradePacket {
  readonly id: number;
  readonly tradePct: number;
  readonly cancelling: TraderouteIllegalCancelling;
  readonly bonusType: TraderouteBonusType;
}
export interface RulesetUnitBonusPacket {
  readonly unit: number;
  readonly flag: UnitTypeFlagId;
  readonly type: CombatBonusType;
  readonly value: number;
  readonly quiet: boolean;
}
export interface RulesetUnitFlagPacket {
  readonly id: number;
  readonly name: string;
  readonly helptxt: string;
}
export interface RulesetUnitClassFlagPacket {
  readonly id: number;
  readonly name: string;
  readonly helptxt: string;
}
export interface RulesetTerrainFlagPacket {
  readonly id: number;
  readonly name: string;
  readonly helptxt: string;
}
export interface RulesetExtraPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly category: ExtraCategory;
  readonly causes: ReadonlySet<ExtraCause>;
  readonly rmcauses: ReadonlySet<ExtraRmcause>;
  readonly activityGfx: string;
  readonly actGfxAlt: string;
  readonly actGfxAlt2: string;
  readonly rmactGfx: string;
  readonly rmactGfxAlt: string;
  readonly graphicStr: string;
  readonly graphicAlt: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly rmreqsCount: number;
  readonly rmreqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly appearanceChance: number;
  readonly appearanceReqsCount: number;
  readonly appearanceReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly disappearanceChance: number;
  readonly disappearanceReqsCount: number;
  readonly disappearanceReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly visibilityReq: number;
  readonly buildable: boolean;
  readonly generated: boolean;
  readonly buildTime: number;
  readonly buildTimeFactor: number;
  readonly removalTime: number;
  readonly removalTimeFactor: number;
  readonly defenseBonus: number;
  readonly eus: ExtraUnitSeenType;
  readonly nativeTo: Uint8Array;
  readonly flags: ReadonlySet<ExtraFlagId>;
  readonly hiddenBy: Uint8Array;
  readonly conflicts: Uint8Array;
  readonly helptext: string;
  readonly infracost?: number;
  readonly bridgedOver?: Uint8Array;
  readonly rmactGfxAlt2?: string;
  readonly noAggrNearCity?: number;
}
export interface RulesetAchievementPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly type: AchievementType;
  readonly unique: boolean;
  readonly value: number;
}
export interface RulesetTechFlagPacket {
  readonly id: number;
  readonly name: string;
  readonly helptxt: string;
}
export interface RulesetActionEnablerPacket {
  readonly enabledAction: GenAction;
  readonly actorReqsCount: number;
  readonly actorReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly targetReqsCount: number;
  readonly targetReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
}
export interface RulesetNationSetsPacket {
  readonly nsets: number;
  readonly names: readonly string[];
  readonly ruleNames: readonly string[];
  readonly descriptions: readonly string[];
}
export interface NationAvailabilityPacket {
  readonly ncount: number;
  readonly isPickable: readonly boolean[];
  readonly nationsetChange: boolean;
}
export interface AchievementInfoPacket {
  readonly id: number;
  readonly gained: boolean;
  readonly first: boolean;
}
export interface RulesetStylePacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
}
export interface RulesetMusicPacket {
  readonly id: number;
  readonly musicPeaceful: string;
  readonly musicCombat: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
}
export interface WorkerTaskPacket {
  readonly cityId: number;
  readonly tileId: number;
  readonly activity: UnitActivity;
  readonly tgt: number;
  readonly want: number;
}
export interface PlayerMultiplierPacket {
  readonly count: number;
  readonly multipliers: readonly number[];
}
export interface RulesetMultiplierPacket {
  readonly id: number;
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly def: number;
  readonly offset: number;
  readonly factor: number;
  readonly name: string;
  readonly ruleName: string;
  readonly helptext: string;
  readonly minimumTurns?: number;
  readonly reqsCount?: number;
  readonly reqs?: readonly PacketRequirement<UniversalsN, ReqRange>[];
}
export interface TimeoutInfoPacket {
  readonly secondsToPhasedone: number;
  readonly lastTurnChangeTime: number;
}
export interface PlayMusicPacket {
  readonly tag: string;
}
export interface RulesetActionPacket {
  readonly id: GenAction;
  readonly uiName: string;
  readonly quiet: boolean;
  readonly actKind: ActionActorKind;
  readonly tgtKind: ActionTargetKind;
  readonly minDistance: number;
  readonly maxDistance: number;
  readonly blockedBy: Uint8Array;
  readonly result?: ActionResult;
  readonly subResults?: ReadonlySet<ActionSubResult>;
  readonly actorConsumingAlways?: boolean;
  readonly subTgtKind?: ActionSubTargetKind;
}
export interface RulesetDescriptionPartPacket {
  readonly text: string;
}
export interface RulesetGoodsPacket {
  readonly id: number;
  readonly name: string;
  readonly ruleName: string;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly fromPct: number;
  readonly toPct: number;
  readonly onetimePct: number;
  readonly flags: ReadonlySet<GoodsFlagId>;
  readonly helptext: string;
}
export interface TraderouteInfoPacket {
  readonly city: number;
  readonly index: number;
  readonly partner: number;
  readonly value: number;
  readonly direction: RouteDirection;
  readonly goods: number;
}
export interface PageMsgPartPacket {
  readonly lines: string;
}
export interface RulesetSummaryPacket {
  readonly text: string;
}
export interface RulesetActionAutoPacket {
  readonly id: number;
  readonly cause: ActionAutoPerfCause;
  readonly reqsCount: number;
  readonly reqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly alternativesCount: number;
  readonly alternatives: readonly GenAction[];
}
export interface SetTopologyPacket {
  readonly topologyId: ReadonlySet<TopoFlag>;
  readonly wrapId?: ReadonlySet<WrapFlag>;
}
export type ClientHeartbeatPacket = Readonly<Record<never, never>>;
export interface CalendarInfoPacket {
  readonly positiveYearLabel: string;
  readonly negativeYearLabel: string;
  readonly calendarFragments: number;
  readonly calendarFragmentName: readonly string[];
  readonly calendarSkip0: boolean;
}
export interface WebCityInfoAdditionPacket {
  readonly id: number;
  readonly granarySize: number;
  readonly granaryTurns: number;
  readonly cmaEnabled?: boolean;
  readonly cmParameter?: unknown;
  readonly canBuildUnit?: Uint8Array;
  readonly canBuildImprovement?: Uint8Array;
  readonly outputFood?: readonly number[];
  readonly outputShield?: readonly number[];
  readonly outputTrade?: readonly number[];
}
export interface InvestigateStartedPacket {
  readonly unitId: number;
  readonly cityId: number;
}
export interface InvestigateFinishedPacket {
  readonly unitId: number;
  readonly cityId: number;
}
export interface CityNationalitiesPacket {
  readonly id: number;
  readonly nationalitiesCount: number;
  readonly nationId: readonly number[];
  readonly nationCitizens: readonly number[];
}
export interface PlayerPlaceInfraPacket {
  readonly tile: number;
  readonly extra: number;
}
export interface UnitServerSideAgentSetPacket {
  readonly unitId: number;
  readonly agent: ServerSideAgent;
}
export interface CityRallyPointPacket {
  readonly cityId: number;
  readonly length: number;
  readonly persistent: boolean;
  readonly vigilant: boolean;
  readonly orders: readonly UnitOrderOf<UnitOrders, UnitActivity, GenAction, Direction8>[];
}
export interface WebPlayerInfoAdditionPacket {
  readonly playerno: number;
  readonly expectedIncome: number;
}
export interface WebRulesetUnitAdditionPacket {
  readonly id: number;
  readonly utypeActions: Uint8Array;
}
export interface RulesetClausePacket {
  readonly type: ClauseType;
  readonly enabled: boolean;
  readonly giverReqsCount: number;
  readonly giverReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
  readonly receiverReqsCount: number;
  readonly receiverReqs: readonly PacketRequirement<UniversalsN, ReqRange>[];
}
export interface RulesetImprFlagPacket {
  readonly id: number;
  readonly name: string;
  readonly helptxt: string;
}
export interface RulesetSelectPacket {
  readonly modpack: string;
}
export interface WebCmaSetPacket {
  readonly id: number;
  readonly cmParameter: unknown;
}
export interface WebCmaClearPacket {
  readonly id: number;
}
export interface RulesetCounterPacket {
  readonly name: string;
  readonly ruleName: string;
  readonly helptext: string;
  readonly def: number;
  readonly checkpoint: number;
  readonly type: CounterTarget;
  readonly behavior: CounterBehavior;
}
export interface CityUpdateCountersPacket {
  readonly city: number;
  readonly count: number;
  readonly counters: readonly number[];
}
export interface PopupImagePacket {
  readonly tag: string;
}
export interface EditFogofwarStatePacket {
  readonly enabled: boolean;
}
export interface SyncSerialPacket {
  readonly serial: number;
}
export interface SyncSerialReplyPacket {
  readonly serial: number;
}
/** The fields of every packet, by the name of the packet. */
export interface PacketFields {
  processing_started: ProcessingStartedPacket;
  processing_finished: ProcessingFinishedPacket;
  server_join_req: ServerJoinReqPacket;
  server_join_reply: ServerJoinReplyPacket;
  authentication_req: AuthenticationReqPacket;
  authentication_reply: AuthenticationReplyPacket;
  server_shutdown: ServerShutdownPacket;
  ruleset_tech_class: RulesetTechClassPacket;
  nation_select_req: NationSelectReqPacket;
  player_ready: PlayerReadyPacket;
  endgame_report: EndgameReportPacket;
  scenario_description: ScenarioDescriptionPacket;
  edit_scenario_desc: EditScenarioDescPacket;
  tile_info: TileInfoPacket;
  game_info: GameInfoPacket;
  map_info: MapInfoPacket;
  nuke_tile_info: NukeTileInfoPacket;
  team_name_info: TeamNameInfoPacket;
  chat_msg: ChatMsgPacket;
  chat_msg_req: ChatMsgReqPacket;
  connect_msg: ConnectMsgPacket;
  early_chat_msg: EarlyChatMsgPacket;
  server_info: ServerInfoPacket;
  city_remove: CityRemovePacket;
  city_info: CityInfoPacket;
  city_short_info: CityShortInfoPacket;
  city_sell: CitySellPacket;
  city_buy: CityBuyPacket;
  city_change: CityChangePacket;
  city_worklist: CityWorklistPacket;
  city_make_specialist: CityMakeSpecialistPacket;
  city_make_worker: CityMakeWorkerPacket;
  city_change_specialist: CityChangeSpecialistPacket;
  city_rename: CityRenamePacket;
  city_options_req: CityOptionsReqPacket;
  city_refresh: CityRefreshPacket;
  city_name_suggestion_req: CityNameSuggestionReqPacket;
  city_name_suggestion_info: CityNameSuggestionInfoPacket;
  city_sabotage_list: CitySabotageListPacket;
  player_remove: PlayerRemovePacket;
  player_info: PlayerInfoPacket;
  player_phase_done: PlayerPhaseDonePacket;
  player_rates: PlayerRatesPacket;
  player_change_government: PlayerChangeGovernmentPacket;
  player_research: PlayerResearchPacket;
  player_tech_goal: PlayerTechGoalPacket;
  player_attribute_block: PlayerAttributeBlockPacket;
  player_attribute_chunk: PlayerAttributeChunkPacket;
  player_diplstate: PlayerDiplstatePacket;
  research_info: ResearchInfoPacket;
  unit_remove: UnitRemovePacket;
  unit_info: UnitInfoPacket;
  unit_short_info: UnitShortInfoPacket;
  unit_combat_info: UnitCombatInfoPacket;
  unknown_research: UnknownResearchPacket;
  unit_sscs_set: UnitSscsSetPacket;
  unit_orders: UnitOrdersPacket;
  unit_autosettlers: UnitAutosettlersPacket;
  unit_load: UnitLoadPacket;
  unit_unload: UnitUnloadPacket;
  unit_action_query: UnitActionQueryPacket;
  unit_type_upgrade: UnitTypeUpgradePacket;
  unit_do_action: UnitDoActionPacket;
  unit_action_answer: UnitActionAnswerPacket;
  unit_get_actions: UnitGetActionsPacket;
  conn_ping: ConnPingPacket;
  conn_pong: ConnPongPacket;
  unit_actions: UnitActionsPacket;
  diplomacy_init_meeting_req: DiplomacyInitMeetingReqPacket;
  diplomacy_init_meeting: DiplomacyInitMeetingPacket;
  diplomacy_cancel_meeting_req: DiplomacyCancelMeetingReqPacket;
  diplomacy_cancel_meeting: DiplomacyCancelMeetingPacket;
  diplomacy_create_clause_req: DiplomacyCreateClauseReqPacket;
  diplomacy_create_clause: DiplomacyCreateClausePacket;
  diplomacy_remove_clause_req: DiplomacyRemoveClauseReqPacket;
  diplomacy_remove_clause: DiplomacyRemoveClausePacket;
  diplomacy_accept_treaty_req: DiplomacyAcceptTreatyReqPacket;
  diplomacy_accept_treaty: DiplomacyAcceptTreatyPacket;
  diplomacy_cancel_pact: DiplomacyCancelPactPacket;
  page_msg: PageMsgPacket;
  report_req: ReportReqPacket;
  conn_info: ConnInfoPacket;
  conn_ping_info: ConnPingInfoPacket;
  client_info: ClientInfoPacket;
  end_phase: EndPhasePacket;
  start_phase: StartPhasePacket;
  new_year: NewYearPacket;
  begin_turn: BeginTurnPacket;
  end_turn: EndTurnPacket;
  freeze_client: FreezeClientPacket;
  thaw_client: ThawClientPacket;
  spaceship_launch: SpaceshipLaunchPacket;
  spaceship_place: SpaceshipPlacePacket;
  spaceship_info: SpaceshipInfoPacket;
  ruleset_unit: RulesetUnitPacket;
  ruleset_game: RulesetGamePacket;
  ruleset_specialist: RulesetSpecialistPacket;
  ruleset_government_ruler_title: RulesetGovernmentRulerTitlePacket;
  ruleset_tech: RulesetTechPacket;
  ruleset_government: RulesetGovernmentPacket;
  ruleset_terrain_control: RulesetTerrainControlPacket;
  ruleset_nation_groups: RulesetNationGroupsPacket;
  ruleset_nation: RulesetNationPacket;
  ruleset_city: RulesetCityPacket;
  ruleset_building: RulesetBuildingPacket;
  ruleset_terrain: RulesetTerrainPacket;
  ruleset_unit_class: RulesetUnitClassPacket;
  ruleset_base: RulesetBasePacket;
  ruleset_control: RulesetControlPacket;
  single_want_hack_req: SingleWantHackReqPacket;
  single_want_hack_reply: SingleWantHackReplyPacket;
  ruleset_choices: RulesetChoicesPacket;
  game_load: GameLoadPacket;
  server_setting_control: ServerSettingControlPacket;
  server_setting_const: ServerSettingConstPacket;
  server_setting_bool: ServerSettingBoolPacket;
  server_setting_int: ServerSettingIntPacket;
  server_setting_str: ServerSettingStrPacket;
  server_setting_enum: ServerSettingEnumPacket;
  server_setting_bitwise: ServerSettingBitwisePacket;
  ruleset_effect: RulesetEffectPacket;
  ruleset_resource: RulesetResourcePacket;
  scenario_info: ScenarioInfoPacket;
  save_scenario: SaveScenarioPacket;
  vote_new: VoteNewPacket;
  vote_update: VoteUpdatePacket;
  vote_remove: VoteRemovePacket;
  vote_resolve: VoteResolvePacket;
  vote_submit: VoteSubmitPacket;
  edit_mode: EditModePacket;
  edit_recalculate_borders: EditRecalculateBordersPacket;
  edit_check_tiles: EditCheckTilesPacket;
  edit_toggle_fogofwar: EditToggleFogofwarPacket;
  edit_tile_terrain: EditTileTerrainPacket;
  edit_tile_extra: EditTileExtraPacket;
  edit_startpos: EditStartposPacket;
  edit_startpos_full: EditStartposFullPacket;
  edit_tile: EditTilePacket;
  edit_unit_create: EditUnitCreatePacket;
  edit_unit_remove: EditUnitRemovePacket;
  edit_unit_remove_by_id: EditUnitRemoveByIdPacket;
  edit_unit: EditUnitPacket;
  edit_city_create: EditCityCreatePacket;
  edit_city_remove: EditCityRemovePacket;
  edit_city: EditCityPacket;
  edit_player_create: EditPlayerCreatePacket;
  edit_player_remove: EditPlayerRemovePacket;
  edit_player: EditPlayerPacket;
  edit_player_vision: EditPlayerVisionPacket;
  edit_game: EditGamePacket;
  edit_object_created: EditObjectCreatedPacket;
  ruleset_road: RulesetRoadPacket;
  unit_change_activity: UnitChangeActivityPacket;
  endgame_player: EndgamePlayerPacket;
  ruleset_disaster: RulesetDisasterPacket;
  rulesets_ready: RulesetsReadyPacket;
  ruleset_extra_flag: RulesetExtraFlagPacket;
  ruleset_trade: RulesetTradePacket;
  ruleset_unit_bonus: RulesetUnitBonusPacket;
  ruleset_unit_flag: RulesetUnitFlagPacket;
  ruleset_unit_class_flag: RulesetUnitClassFlagPacket;
  ruleset_terrain_flag: RulesetTerrainFlagPacket;
  ruleset_extra: RulesetExtraPacket;
  ruleset_achievement: RulesetAchievementPacket;
  ruleset_tech_flag: RulesetTechFlagPacket;
  ruleset_action_enabler: RulesetActionEnablerPacket;
  ruleset_nation_sets: RulesetNationSetsPacket;
  nation_availability: NationAvailabilityPacket;
  achievement_info: AchievementInfoPacket;
  ruleset_style: RulesetStylePacket;
  ruleset_music: RulesetMusicPacket;
  worker_task: WorkerTaskPacket;
  player_multiplier: PlayerMultiplierPacket;
  ruleset_multiplier: RulesetMultiplierPacket;
  timeout_info: TimeoutInfoPacket;
  play_music: PlayMusicPacket;
  ruleset_action: RulesetActionPacket;
  ruleset_description_part: RulesetDescriptionPartPacket;
  ruleset_goods: RulesetGoodsPacket;
  traderoute_info: TraderouteInfoPacket;
  page_msg_part: PageMsgPartPacket;
  ruleset_summary: RulesetSummaryPacket;
  ruleset_action_auto: RulesetActionAutoPacket;
  set_topology: SetTopologyPacket;
  client_heartbeat: ClientHeartbeatPacket;
  calendar_info: CalendarInfoPacket;
  web_city_info_addition: WebCityInfoAdditionPacket;
  investigate_started: InvestigateStartedPacket;
  investigate_finished: InvestigateFinishedPacket;
  city_nationalities: CityNationalitiesPacket;
  player_place_infra: PlayerPlaceInfraPacket;
  unit_server_side_agent_set: UnitServerSideAgentSetPacket;
  city_rally_point: CityRallyPointPacket;
  web_player_info_addition: WebPlayerInfoAdditionPacket;
  web_ruleset_unit_addition: WebRulesetUnitAdditionPacket;
  ruleset_clause: RulesetClausePacket;
  ruleset_impr_flag: RulesetImprFlagPacket;
  ruleset_select: RulesetSelectPacket;
  web_cma_set: WebCmaSetPacket;
  web_cma_clear: WebCmaClearPacket;
  ruleset_counter: RulesetCounterPacket;
  city_update_counters: CityUpdateCountersPacket;
  popup_image: PopupImagePacket;
  edit_fogofwar_state: EditFogofwarStatePacket;
  sync_serial: SyncSerialPacket;
  sync_serial_reply: SyncSerialReplyPacket;
}
export type PacketName = keyof PacketFields;
export type ClientPacketName = 
  | 'server_join_req'
  | 'authentication_reply'
  | 'nation_select_req'
  | 'player_ready'
  | 'edit_scenario_desc'
  | 'chat_msg_req'
  | 'city_sell'
  | 'city_buy'
  | 'city_change'
  | 'city_worklist'
  | 'city_make_specialist'
  | 'city_make_worker'
  | 'city_change_specialist'
  | 'city_rename'
  | 'city_options_req'
  | 'city_refresh'
  | 'city_name_suggestion_req'
  | 'player_phase_done'
  | 'player_rates'
  | 'player_change_government'
  | 'player_research'
  | 'player_tech_goal'
  | 'player_attribute_block'
  | 'player_attribute_chunk'
  | 'unit_sscs_set'
  | 'unit_orders'
  | 'unit_autosettlers'
  | 'unit_load'
  | 'unit_unload'
  | 'unit_action_query'
  | 'unit_type_upgrade'
  | 'unit_do_action'
  | 'unit_get_actions'
  | 'conn_pong'
  | 'diplomacy_init_meeting_req'
  | 'diplomacy_cancel_meeting_req'
  | 'diplomacy_create_clause_req'
  | 'diplomacy_remove_clause_req'
  | 'diplomacy_accept_treaty_req'
  | 'diplomacy_cancel_pact'
  | 'report_req'
  | 'client_info'
  | 'spaceship_launch'
  | 'spaceship_place'
  | 'single_want_hack_req'
  | 'save_scenario'
  | 'vote_submit'
  | 'edit_mode'
  | 'edit_recalculate_borders'
  | 'edit_check_tiles'
  | 'edit_toggle_fogofwar'
  | 'edit_tile_terrain'
  | 'edit_tile_extra'
  | 'edit_startpos'
  | 'edit_startpos_full'
  | 'edit_tile'
  | 'edit_unit_create'
  | 'edit_unit_remove'
  | 'edit_unit_remove_by_id'
  | 'edit_unit'
  | 'edit_city_create'
  | 'edit_city_remove'
  | 'edit_city'
  | 'edit_player_create'
  | 'edit_player_remove'
  | 'edit_player'
  | 'edit_player_vision'
  | 'edit_game'
  | 'unit_change_activity'
  | 'worker_task'
  | 'player_multiplier'
  | 'client_heartbeat'
  | 'player_place_infra'
  | 'unit_server_side_agent_set'
  | 'city_rally_point'
  | 'ruleset_select'
  | 'web_cma_set'
  | 'web_cma_clear'
  | 'sync_serial';
export type ServerPacketName = 
  | 'processing_started'
  | 'processing_finished'
  | 'server_join_reply'
  | 'authentication_req'
  | 'server_shutdown'
  | 'ruleset_tech_class'
  | 'endgame_report'
  | 'scenario_description'
  | 'tile_info'
  | 'game_info'
  | 'map_info'
  | 'nuke_tile_info'
  | 'team_name_info'
  | 'chat_msg'
  | 'connect_msg'
  | 'early_chat_msg'
  | 'server_info'
  | 'city_remove'
  | 'city_info'
  | 'city_short_info'
  | 'city_name_suggestion_info'
  | 'city_sabotage_list'
  | 'player_remove'
  | 'player_info'
  | 'player_attribute_chunk'
  | 'player_diplstate'
  | 'research_info'
  | 'unit_remove'
  | 'unit_info'
  | 'unit_short_info'
  | 'unit_combat_info'
  | 'unknown_research'
  | 'unit_action_answer'
  | 'conn_ping'
  | 'unit_actions'
  | 'diplomacy_init_meeting'
  | 'diplomacy_cancel_meeting'
  | 'diplomacy_create_clause'
  | 'diplomacy_remove_clause'
  | 'diplomacy_accept_treaty'
  | 'page_msg'
  | 'conn_info'
  | 'conn_ping_info'
  | 'end_phase'
  | 'start_phase'
  | 'new_year'
  | 'begin_turn'
  | 'end_turn'
  | 'freeze_client'
  | 'thaw_client'
  | 'spaceship_info'
  | 'ruleset_unit'
  | 'ruleset_game'
  | 'ruleset_specialist'
  | 'ruleset_government_ruler_title'
  | 'ruleset_tech'
  | 'ruleset_government'
  | 'ruleset_terrain_control'
  | 'ruleset_nation_groups'
  | 'ruleset_nation'
  | 'ruleset_city'
  | 'ruleset_building'
  | 'ruleset_terrain'
  | 'ruleset_unit_class'
  | 'ruleset_base'
  | 'ruleset_control'
  | 'single_want_hack_reply'
  | 'ruleset_choices'
  | 'game_load'
  | 'server_setting_control'
  | 'server_setting_const'
  | 'server_setting_bool'
  | 'server_setting_int'
  | 'server_setting_str'
  | 'server_setting_enum'
  | 'server_setting_bitwise'
  | 'ruleset_effect'
  | 'ruleset_resource'
  | 'scenario_info'
  | 'vote_new'
  | 'vote_update'
  | 'vote_remove'
  | 'vote_resolve'
  | 'edit_startpos'
  | 'edit_startpos_full'
  | 'edit_object_created'
  | 'ruleset_road'
  | 'endgame_player'
  | 'ruleset_disaster'
  | 'rulesets_ready'
  | 'ruleset_extra_flag'
  | 'ruleset_trade'
  | 'ruleset_unit_bonus'
  | 'ruleset_unit_flag'
  | 'ruleset_unit_class_flag'
  | 'ruleset_terrain_flag'
  | 'ruleset_extra'
  | 'ruleset_achievement'
  | 'ruleset_tech_flag'
  | 'ruleset_action_enabler'
  | 'ruleset_nation_sets'
  | 'nation_availability'
  | 'achievement_info'
  | 'ruleset_style'
  | 'ruleset_music'
  | 'worker_task'
  | 'ruleset_multiplier'
  | 'timeout_info'
  | 'play_music'
  | 'ruleset_action'
  | 'ruleset_description_part'
  | 'ruleset_goods'
  | 'traderoute_info'
  | 'page_msg_part'
  | 'ruleset_summary'
  | 'ruleset_action_auto'
  | 'set_topology'
  | 'calendar_info'
  | 'web_city_info_addition'
  | 'investigate_started'
  | 'investigate_finished'
  | 'city_nationalities'
  | 'city_rally_point'
  | 'web_player_info_addition'
  | 'web_ruleset_unit_addition'
  | 'ruleset_clause'
  | 'ruleset_impr_flag'
  | 'ruleset_counter'
  | 'city_update_counters'
  | 'popup_image'
  | 'edit_fogofwar_state'
  | 'sync_serial_reply';
/** A packet with its name; a union over all names when K is one. */
export type PacketOf<K extends PacketName> = { [N in K]: { readonly name: N; readonly fields: PacketFields[N] } }[K];

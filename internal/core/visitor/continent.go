package visitor

import "strings"

// Continent returns the continent (AF AN AS EU NA OC SA) of a country (ISO 3166-1
// alpha-2, upper case), "" for an unknown one. A country on two continents has
// that of its capital.
func Continent(country string) string {
	if len(country) != 2 {
		return ""
	}
	for _, c := range [...]struct{ code, countries string }{
		{"EU", "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK"},
		{"AS", "AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE"},
		{"NA", "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI"},
		{"SA", "AR BO BR CL CO EC FK GF GY PE PY SR UY VE"},
		{"AF", "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW"},
		{"OC", "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS"},
		{"AN", "AQ BV GS HM TF"},
	} {
		if at := strings.Index(c.countries, country); at >= 0 && at%3 == 0 {
			return c.code
		}
	}
	return ""
}

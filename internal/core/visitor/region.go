package visitor

import (
	_ "embed"
	"strings"
	"sync"
)

// regionLines has a line for each region of ISO 3166-2, its code and its English
// name. Made by `make generate` from the Unicode CLDR.
//
//go:embed regions.txt
var regionLines string

// regionTable is regionLines, both ways.
type regionTable struct {
	name map[string]string // by code
	code map[string]string // by country and name; "" where several have it
}

// regions is read when the first one is asked for.
var regions = sync.OnceValue(func() regionTable { //nolint:gochecknoglobals // a constant
	t := regionTable{name: make(map[string]string), code: make(map[string]string)}
	for line := range strings.Lines(regionLines) {
		code, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		t.name[code] = name
		key := regionKey(code[:2], name)
		if _, taken := t.code[key]; taken {
			code = ""
		}
		t.code[key] = code
	}
	return t
})

func regionKey(country, name string) string { return country + "-" + strings.ToLower(name) }

// RegionName returns the English name of a region ("Bavaria" for "DE-BY", a code
// of ISO 3166-2), and "" if it has none. Names are those of the Unicode CLDR.
func RegionName(code string) string { return regions().name[code] }

// RegionCode is the inverse of RegionName in a country, an ISO 3166-1 code in
// capitals. It returns "" for a name that no region or several have.
func RegionCode(country, name string) string { return regions().code[regionKey(country, name)] }

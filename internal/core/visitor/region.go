package visitor

import (
	_ "embed"
	"strings"
	"sync"
)

// regionLines has a line for each region of ISO 3166-2: its code and its English
// name. `make generate` creates it from the Unicode CLDR.
//
//go:embed regions.txt
var regionLines string

// regionTable is the parsed regionLines.
type regionTable struct {
	name map[string]string // by code
	code map[string]string // by country and name; "" for ambiguous names
}

// regions parses regionLines on first use.
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

// RegionName returns the English name of a region of ISO 3166-2 ("Bavaria" for
// "DE-BY") according to the Unicode CLDR, "" for an unknown one.
func RegionName(code string) string { return regions().name[code] }

// RegionCode is the inverse of RegionName within a country, an upper-case ISO
// 3166-1 code. It returns "" for unknown and ambiguous names.
func RegionCode(country, name string) string { return regions().code[regionKey(country, name)] }

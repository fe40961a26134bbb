package shlinkrule

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"linnet/internal/base/clock"
	"linnet/internal/core/routing"
)

// Condition is a condition as Shlink has it.
type Condition struct {
	Type       string  `json:"type"`
	MatchKey   *string `json:"matchKey"`
	MatchValue *string `json:"matchValue"`
}

// kind is a type of conditions whose value is one text.
type kind struct {
	name  string
	field routing.Field
	op    routing.Op
	// of returns the value in Linnet, and from that in Shlink; false: there is none.
	of, from func(string) (string, bool)
}

// kinds are the types that have one value and no key.
func kinds() []kind {
	return []kind{
		{"language", routing.Language, routing.In, same, same},
		{"geolocation-country-code", routing.Country, routing.In, country, country},
		{"geolocation-city-name", routing.City, routing.In, same, same},
		{"ip-address", routing.IP, routing.In, network, same},
		{"before-date", routing.Date, routing.Before, dateOf, dateOf},
		{"after-date", routing.Date, routing.After, dateOf, dateOf},
		{"device", routing.OS, routing.In, named(systems()), namedBack(systems())},
		{"browser", routing.Browser, routing.In, named(browsers()), namedBack(browsers())},
	}
}

// systems are the devices of Shlink that are systems, and browsers its browsers, each with the name in Linnet.
func systems() map[string]string {
	return map[string]string{
		"android": "Android", "ios": "iOS", "windows": "Windows", "macos": "macOS", "linux": "Linux", "chromeos": "ChromeOS",
	}
}

func browsers() map[string]string {
	return map[string]string{
		"chrome": "Chrome", "firefox": "Firefox", "edge": "Edge", "safari": "Safari", "opera": "Opera", "android_browser": "Android Browser",
	}
}

// devices are the devices of Shlink that are none of systems.
func devices() map[string][]string {
	return map[string][]string{"mobile": {"mobile", "tablet"}, "desktop": {"desktop"}}
}

func named(names map[string]string) func(string) (string, bool) {
	return func(text string) (string, bool) { name, ok := names[text]; return name, ok }
}

func namedBack(names map[string]string) func(string) (string, bool) {
	return func(text string) (string, bool) {
		for name, linnet := range names {
			if strings.EqualFold(linnet, text) {
				return name, true
			}
		}
		return "", false
	}
}

func same(text string) (string, bool) { return text, text != "" }

// country returns a country of ISO 3166-1; groups of countries are none.
func country(text string) (string, bool) {
	text = strings.ToUpper(text)
	region, err := language.ParseRegion(text)
	return text, err == nil && len(text) == 2 && region.IsCountry()
}

func dateOf(text string) (string, bool) {
	at, ok := clock.ParseLoose(text)
	return at.Format(time.RFC3339), ok
}

// network returns an address, a network, or one with wildcards such as 192.0.2.* as a network.
func network(text string) (string, bool) {
	if !strings.HasSuffix(text, ".*") {
		_, addrErr := netip.ParseAddr(text)
		_, err := netip.ParsePrefix(text)
		return text, addrErr == nil || err == nil
	}
	parts := strings.Split(text, ".")
	known := slices.Index(parts, "*")
	for i := known; i < len(parts); i++ {
		if parts[i] != "*" {
			return "", false
		}
		parts[i] = "0"
	}
	prefix, err := netip.ParsePrefix(fmt.Sprintf("%s/%d", strings.Join(parts, "."), 8*known))
	return prefix.String(), err == nil && prefix.Addr().Is4()
}

// leafOf returns a condition as Linnet has it; false: Linnet has no such type, or it has no such value.
func leafOf(c Condition) (routing.Condition, bool) {
	key, value := textOf(c.MatchKey), textOf(c.MatchValue)
	switch c.Type {
	case "query-param":
		return routing.Condition{Field: routing.Query, Op: routing.In, Name: key, Values: routing.Values(value)}, key != "" && value != ""
	case "any-value-query-param":
		return routing.Condition{Field: routing.Query, Op: routing.Present, Name: key}, key != ""
	case "valueless-query-param":
		return routing.Condition{Field: routing.Query, Op: routing.Valueless, Name: key}, key != ""
	case "device":
		if kinds := devices()[value]; kinds != nil {
			return routing.Condition{Field: routing.Device, Op: routing.In, Values: routing.Values(kinds...)}, true
		}
	}
	for _, of := range kinds() {
		if of.name == c.Type {
			text, ok := of.of(value)
			return routing.Condition{Field: of.field, Op: of.op, Values: routing.Values(text)}, ok
		}
	}
	return routing.Condition{}, false
}

// conditionOf is the inverse of leafOf; false: Shlink has no such condition.
func conditionOf(leaf routing.Condition) (Condition, bool) {
	texts := routing.Texts(leaf.Values)
	switch {
	case leaf.Field == routing.Query && leaf.Op == routing.Present:
		return Condition{"any-value-query-param", &leaf.Name, nil}, true
	case leaf.Field == routing.Query && leaf.Op == routing.Valueless:
		return Condition{"valueless-query-param", &leaf.Name, nil}, true
	case leaf.Field == routing.Query && len(texts) == 1:
		return Condition{"query-param", &leaf.Name, &texts[0]}, true
	case leaf.Field == routing.Device:
		for name, kinds := range devices() {
			if slices.Equal(slices.Sorted(slices.Values(texts)), kinds) {
				return Condition{"device", nil, &name}, true
			}
		}
	}
	for _, of := range kinds() {
		if of.field == leaf.Field && of.op == leaf.Op && len(texts) == 1 {
			text, ok := of.from(texts[0])
			return Condition{of.name, nil, &text}, ok
		}
	}
	return Condition{}, false
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

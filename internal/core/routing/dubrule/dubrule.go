// Package dubrule translates what links of Dub have in place of rules into rules of Linnet, and back: destinations for
// iOS, for Android and for countries, and tests with several destinations.
package dubrule

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"linnet/internal/core/routing"
)

// The names of rules by which they are read back.
const (
	iosName     = "dub:ios"
	androidName = "dub:android"
	geoPrefix   = "dub:geo:" // and the country
	testName    = "dub:test"
)

// Targets are the destinations of a link besides its own. Dub tries iOS, Android, the country and the test in this order.
type Targets struct {
	IOS, Android string
	Geo          map[string]string // by country, ISO 3166-1 alpha-2
	Test         Test
}

// Test distributes the visits among destinations, between two times.
type Test struct {
	Variants               []routing.Branch // nil: no test
	StartedAt, CompletedAt time.Time        // zero: any
}

// Of returns the targets that the rules and the split of a link have. Rules that Dub cannot have are left out.
func Of(rules []routing.Rule, split []routing.Branch) Targets {
	t := Targets{Test: Test{Variants: split}}
	for i := range rules {
		t.read(rules[i])
	}
	return t
}

// read takes a rule over, and reports whether it is one of Dub.
func (t *Targets) read(rule routing.Rule) bool {
	country, isGeo := strings.CutPrefix(rule.Name, geoPrefix)
	switch {
	case rule.Name == iosName && t.IOS == "" && is(rule, onSystem("iOS")):
		t.IOS = rule.Then.Redirect
	case rule.Name == androidName && t.Android == "" && is(rule, onSystem("Android")):
		t.Android = rule.Then.Redirect
	case isGeo && t.Geo[country] == "" && is(rule, inCountry(country)):
		if t.Geo == nil {
			t.Geo = map[string]string{}
		}
		t.Geo[country] = rule.Then.Redirect
	case rule.Name == testName && t.Test.isUndated() && len(rule.Then.Split) > 0:
		test, ok := testOf(rule)
		if !ok {
			return false
		}
		t.Test = test
	default:
		return false
	}
	return true
}

// is reports whether a rule has a condition, as such or as the only one of all, and a destination.
func is(rule routing.Rule, when routing.Condition) bool {
	return rule.Then.Redirect != "" &&
		(reflect.DeepEqual(rule.When, when) || reflect.DeepEqual(rule.When, routing.Condition{All: []routing.Condition{when}}))
}

func onSystem(name string) routing.Condition {
	return routing.Condition{Field: routing.OS, Op: routing.In, Values: routing.Values(name)}
}

func inCountry(code string) routing.Condition {
	return routing.Condition{Field: routing.Country, Op: routing.In, Values: routing.Values(code)}
}

func (t Test) isUndated() bool { return t.StartedAt.IsZero() && t.CompletedAt.IsZero() }

// when returns the condition of a test with times.
func (t Test) when() routing.Condition {
	var leaves []routing.Condition
	for _, leaf := range []struct {
		op routing.Op
		at time.Time
	}{{routing.After, t.StartedAt}, {routing.Before, t.CompletedAt}} {
		if !leaf.at.IsZero() {
			leaves = append(leaves, routing.Condition{Field: routing.Date, Op: leaf.op, Values: routing.Values(leaf.at.UTC().Format(time.RFC3339))})
		}
	}
	if len(leaves) == 1 {
		return leaves[0]
	}
	return routing.Condition{All: leaves}
}

// testOf returns the test of a rule; false: its condition is another one.
func testOf(rule routing.Rule) (Test, bool) {
	t := Test{Variants: rule.Then.Split}
	leaves := rule.When.All
	if rule.When.Field == routing.Date {
		leaves = []routing.Condition{rule.When}
	}
	for _, leaf := range leaves {
		texts := routing.Texts(leaf.Values)
		if leaf.Field != routing.Date || len(texts) != 1 {
			return Test{}, false
		}
		at, err := time.Parse(time.RFC3339, texts[0])
		if err != nil {
			return Test{}, false
		}
		if leaf.Op == routing.After {
			t.StartedAt = at
		} else {
			t.CompletedAt = at
		}
	}
	return t, !t.isUndated() && reflect.DeepEqual(rule.When, t.when())
}

// On returns the rules and the split of a link with these targets. Rules that Dub cannot have stay; those of Dub are
// where the first one was, or at the end.
func (t Targets) On(rules []routing.Rule, split []routing.Branch) ([]routing.Rule, []routing.Branch) {
	var before Targets
	before.Test.Variants = split
	others, at := make([]routing.Rule, 0, len(rules)), -1
	ids := map[string]string{}
	for i := range rules {
		if !before.read(rules[i]) {
			others = append(others, rules[i])
			continue
		}
		ids[rules[i].Name] = rules[i].ID
		if at < 0 {
			at = len(others)
		}
	}
	if at < 0 {
		at = len(others)
	}
	own := t.rules()
	for i := range own {
		own[i].ID = ids[own[i].Name] // clicks are counted by it
	}
	if t.Test.isUndated() {
		return slices.Insert(others, at, own...), t.Test.Variants
	}
	if !before.Test.isUndated() {
		return slices.Insert(others, at, own...), split
	}
	return slices.Insert(others, at, own...), nil // the test had no times before
}

// rules returns the targets as rules, in the order in which Dub tries them.
func (t Targets) rules() []routing.Rule {
	var out []routing.Rule
	add := func(name, destination string, when routing.Condition) {
		if destination != "" {
			out = append(out, routing.Rule{Name: name, When: when, Then: routing.Action{Redirect: destination}})
		}
	}
	add(iosName, t.IOS, onSystem("iOS"))
	add(androidName, t.Android, onSystem("Android"))
	for _, country := range slices.Sorted(maps.Keys(t.Geo)) {
		add(geoPrefix+country, t.Geo[country], inCountry(country))
	}
	if len(t.Test.Variants) > 0 && !t.Test.isUndated() {
		out = append(out, routing.Rule{Name: testName, When: t.Test.when(), Then: routing.Action{Split: t.Test.Variants}})
	}
	return out
}

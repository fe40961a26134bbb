package dubrule_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/routing"
	"linnet/internal/core/routing/dubrule"
)

func leaf(field routing.Field, values ...string) routing.Condition {
	return routing.Condition{Field: field, Op: routing.In, Values: routing.Values(values...)}
}

func to(url string) routing.Action { return routing.Action{Redirect: url} }

func TestTargets_OnAndOfAreInverse(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	variants := []routing.Branch{{URL: "https://a.test", Weight: 50}, {URL: "https://b.test", Weight: 50}}
	for name, want := range map[string]dubrule.Targets{
		"none":         {},
		"all":          {IOS: "https://i.test", Android: "https://a.test", Geo: map[string]string{"DE": "https://d.test", "AT": "https://t.test"}, Test: dubrule.Test{Variants: variants}},
		"until a time": {Test: dubrule.Test{Variants: variants, CompletedAt: at}},
		"from a time":  {Test: dubrule.Test{Variants: variants, StartedAt: at}},
		"in a period":  {Android: "https://a.test", Test: dubrule.Test{Variants: variants, StartedAt: at, CompletedAt: at.Add(time.Hour)}},
	} {
		rules, split := want.On(nil, nil)
		if err := routing.ValidateRules(rules); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, dubrule.Of(rules, split)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		again, splitAgain := want.On(rules, split)
		if diff := cmp.Diff([]any{rules, split}, []any{again, splitAgain}); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestTargets_LeaveOtherRules(t *testing.T) {
	t.Parallel()
	others := []routing.Rule{
		{ID: "rul_1", Name: "first", When: leaf(routing.Language, "de"), Then: to("https://1.test")},
		{ID: "rul_2", Name: "dub:ios", When: leaf(routing.OS, "iOS", "macOS"), Then: to("https://2.test")}, // edited in Linnet
		{ID: "rul_3", Name: "dub:geo:DE", When: leaf(routing.Country, "FR"), Then: to("https://3.test")},
		{ID: "rul_4", Name: "dub:android", When: leaf(routing.OS, "Android"), Then: routing.Action{Block: 404}},
		{ID: "rul_5", Name: "dub:test", When: leaf(routing.OS, "Android"), Then: routing.Action{Split: []routing.Branch{{URL: "https://5.test", Weight: 100}}}},
	}
	own := routing.Rule{ID: "rul_9", Name: "dub:ios", When: routing.Condition{All: []routing.Condition{leaf(routing.OS, "iOS")}}, Then: to("https://9.test")}
	targets := dubrule.Of(slices.Insert(slices.Clone(others), 1, own), nil)
	if diff := cmp.Diff(dubrule.Targets{IOS: "https://9.test"}, targets); diff != "" {
		t.Error(diff)
	}
	targets.IOS, targets.Geo = "https://new.test", map[string]string{"AT": "https://at.test"}
	rules, _ := targets.On(slices.Insert(slices.Clone(others), 1, own), nil)
	want := slices.Insert(slices.Clone(others), 1,
		routing.Rule{ID: "rul_9", Name: "dub:ios", When: leaf(routing.OS, "iOS"), Then: to("https://new.test")},
		routing.Rule{Name: "dub:geo:AT", When: leaf(routing.Country, "AT"), Then: to("https://at.test")},
	)
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Error(diff)
	}
	cleared, split := dubrule.Targets{}.On(rules, []routing.Branch{{URL: "https://a.test", Weight: 100}})
	if diff := cmp.Diff(others, cleared); diff != "" || split != nil {
		t.Error(diff, split)
	}
}

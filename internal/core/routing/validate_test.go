package routing_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

func fields(err error) []string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return nil
	}
	var names []string
	for _, field := range f.Fields {
		names = append(names, field.Field)
	}
	return names
}

func nested(depth int) string {
	return strings.Repeat(`{"not":`, depth) + `{"field":"country","op":"in","values":["DE"]}` + strings.Repeat(`}`, depth)
}

func TestValidateRules_ReportsInvalidParts(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		when string
		want string // the faulty field below rules[0].when; "" for none
	}{
		"good":                    {`{"field":"country","op":"in","values":["DE","eu"]}`, ""},
		"five deep":               {nested(5), ""},
		"six deep":                {nested(6), ".not.not.not.not.not"},
		"no shape":                {`{}`, "."},
		"two shapes":              {`{"all":[],"field":"country"}`, "."},
		"an empty group":          {`{"any":[]}`, ".any"},
		"deep inside":             {`{"all":[{"field":"bot","op":"in","values":["true"]},{"not":{"field":"bot","op":"in","values":["maybe"]}}]}`, ".all[1].not.values"},
		"an unknown field":        {`{"field":"shoe","op":"in","values":["42"]}`, ".field"},
		"a field without its op":  {`{"field":"country","op":"before","values":["DE"]}`, ".op"},
		"no values":               {`{"field":"city","op":"in"}`, ".values"},
		"values not text":         {`{"field":"city","op":"in","values":[7]}`, ".values"},
		"an empty value":          {`{"field":"city","op":"in","values":[""]}`, ".values"},
		"no such country":         {`{"field":"country","op":"in","values":["QQ"]}`, ".values"},
		"a country's name":        {`{"field":"country","op":"in","values":["Germany"]}`, ".values"},
		"a region's name":         {`{"field":"region","op":"in","values":["California"]}`, ".values"},
		"no such continent":       {`{"field":"continent","op":"in","values":["XX"]}`, ".values"},
		"no such device":          {`{"field":"device","op":"in","values":["phone"]}`, ".values"},
		"no such system":          {`{"field":"os","op":"in","values":["BeOS"]}`, ".values"},
		"not a language":          {`{"field":"language","op":"in","values":["de_AT"]}`, ".values"},
		"a referrer with a path":  {`{"field":"referrer","op":"in","values":["https://example.com/x"]}`, ".values"},
		"a query without a name":  {`{"field":"query","op":"present"}`, ".name"},
		"a name elsewhere":        {`{"field":"city","op":"in","name":"x","values":["Bern"]}`, ".name"},
		"present with values":     {`{"field":"query","op":"present","name":"x","values":["1"]}`, ".values"},
		"not an address":          {`{"field":"ip","op":"in","values":["10.0.0.256"]}`, ".values"},
		"not a network":           {`{"field":"ip","op":"in","values":["10.0.0.0/33"]}`, ".values"},
		"not a time":              {`{"field":"date","op":"before","values":["tomorrow"]}`, ".values"},
		"two times":               {`{"field":"date","op":"before","values":["2026-01-01T00:00:00Z","2026-01-02T00:00:00Z"]}`, ".values"},
		"a window's day":          {`{"field":"time","op":"within","values":[{"days":["monday"],"from":"09:00","to":"10:00","timeZone":"UTC"}]}`, ".values"},
		"a window's hours":        {`{"field":"time","op":"within","values":[{"days":["mon"],"from":"9","to":"25:00","timeZone":"UTC"}]}`, ".values"},
		"an empty window":         {`{"field":"time","op":"within","values":[{"days":["mon"],"from":"09:00","to":"09:00","timeZone":"UTC"}]}`, ".values"},
		"a window without a zone": {`{"field":"time","op":"within","values":[{"days":["mon"],"from":"09:00","to":"10:00"}]}`, ".values"},
		"the server's own zone":   {`{"field":"time","op":"within","values":[{"days":["mon"],"from":"09:00","to":"10:00","timeZone":"Local"}]}`, ".values"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var when routing.Condition
			if err := json.Unmarshal([]byte(c.when), &when); err != nil {
				t.Fatal(err)
			}
			err := routing.ValidateRules([]routing.Rule{{When: when, Then: routing.Action{Block: 404}}})
			var want []string
			if c.want != "" {
				want = []string{strings.TrimSuffix("rules[0].when"+c.want, ".")}
			}
			if diff := cmp.Diff(want, fields(err)); diff != "" {
				t.Error(diff)
			}
			if err != nil && !fault.Is(err, fault.Invalid) {
				t.Errorf("the code is %s", fault.CodeOf(err))
			}
		})
	}
}

func TestValidateRules_Actions(t *testing.T) {
	t.Parallel()
	half := routing.Branch{URL: "https://a.test/", Weight: 50}
	cases := map[string]struct {
		then routing.Action
		want []string
	}{
		"a redirect":          {routing.Action{Redirect: "https://a.test/"}, nil},
		"a split":             {routing.Action{Split: []routing.Branch{half, half}}, nil},
		"a block":             {routing.Action{Block: 451}, nil},
		"nothing":             {routing.Action{}, []string{"rules[0].then"}},
		"two":                 {routing.Action{Redirect: "https://a.test/", Block: 404}, []string{"rules[0].then"}},
		"another status":      {routing.Action{Block: 500}, []string{"rules[0].then.block"}},
		"one branch":          {routing.Action{Split: []routing.Branch{half}}, []string{"rules[0].then.split"}},
		"not a hundred":       {routing.Action{Split: []routing.Branch{half, {URL: "x", Weight: 49}}}, []string{"rules[0].then.split"}},
		"a weight below 0":    {routing.Action{Split: []routing.Branch{half, {URL: "x", Weight: -50}, {URL: "y", Weight: 100}}}, []string{"rules[0].then.split[1].weight", "rules[0].then.split"}},
		"a branch to nowhere": {routing.Action{Split: []routing.Branch{half, {Weight: 50}}}, []string{"rules[0].then.split[1].url"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := routing.ValidateRules([]routing.Rule{{When: condition(t, nested(0)), Then: c.then}})
			if diff := cmp.Diff(c.want, fields(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got := fields(routing.ValidateSplit([]routing.Branch{half})); len(got) != 1 || got[0] != "split" {
		t.Errorf("a link's split: %v", got)
	}
}

func TestValidateRules_EnforcesLimits(t *testing.T) {
	t.Parallel()
	good := routing.Rule{When: condition(t, nested(0)), Then: routing.Action{Block: 404}}
	rules := make([]routing.Rule, routing.MaxRules)
	for i := range rules {
		rules[i] = good
	}
	if err := routing.ValidateRules(rules); err != nil {
		t.Errorf("%d rules: %v", len(rules), err)
	}
	if got := fields(routing.ValidateRules(append(rules, good))); len(got) != 1 || got[0] != "rules" {
		t.Errorf("one too many: %v", got)
	}
	twice := []routing.Rule{good, good, {When: routing.Condition{}, Then: routing.Action{}}}
	twice[0].ID, twice[1].ID = "rul_1", "rul_1"
	want := []string{"rules[1].id", "rules[2].when", "rules[2].then"}
	if diff := cmp.Diff(want, fields(routing.ValidateRules(twice))); diff != "" {
		t.Error(diff)
	}
	var many []string
	for i := range routing.MaxValues + 1 {
		many = append(many, fmt.Sprintf("%q", fmt.Sprint(i)))
	}
	wide := routing.Rule{When: condition(t, `{"field":"city","op":"in","values":[`+strings.Join(many, ",")+`]}`), Then: routing.Action{Block: 404}}
	if got := fields(routing.ValidateRules([]routing.Rule{wide})); len(got) != 1 || got[0] != "rules[0].when.values" {
		t.Errorf("too many values: %v", got)
	}
}

func TestEachURL_ReportsFieldNames(t *testing.T) {
	t.Parallel()
	var got []string
	routing.EachURL([]routing.Rule{
		{Then: routing.Action{Block: 404}},
		{Then: routing.Action{Redirect: "https://a.test/"}},
		{Then: routing.Action{Split: []routing.Branch{{URL: "https://b.test/"}, {URL: ""}}}},
	}, []routing.Branch{{URL: "https://c.test/"}}, func(field, url string) { got = append(got, field+" "+url) })
	want := []string{"rules[1].then.redirect https://a.test/", "rules[2].then.split[0].url https://b.test/", "rules[2].then.split[1].url ", "split[0].url https://c.test/"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

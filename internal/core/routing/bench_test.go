package routing_test

import (
	"fmt"
	"testing"

	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// rulesOf returns n rules that never match the benchmarks' visitor.
func rulesOf(tb testing.TB, n int, leaf string) []routing.Rule {
	tb.Helper()
	rules := make([]routing.Rule, n)
	for i := range rules {
		rules[i] = routing.Rule{ID: fmt.Sprintf("rul_%013d", i), When: condition(tb, leaf), Then: routing.Action{Redirect: "https://rule.test/"}}
	}
	return rules
}

const (
	languageAndQuery = `{"all":[{"field":"query","op":"present","name":"campaign"},{"not":{"field":"language","op":"in","values":["de","fr"]}}]}`
	countryAndDevice = `{"all":[{"field":"country","op":"in","values":["DE","AT","CH"]},{"field":"device","op":"in","values":["mobile"]}]}`
)

func BenchmarkDecide(b *testing.B) {
	cases := []struct {
		name   string
		target routing.Target
		query  string
	}{
		{"plain", routing.Target{ForwardQuery: true}, ""},
		{"query", routing.Target{ForwardQuery: true}, "utm_source=x&fbclid=abc"},
		{"20 rules", routing.Target{Rules: rulesOf(b, 20, languageAndQuery)}, "utm_source=x"},
		{"20 rules with country and device", routing.Target{Rules: rulesOf(b, 20, countryAndDevice)}, ""},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			r := compile(b, c.target)
			w := world{place: visitor.Place{Country: "DE"}}
			facts := w.facts()
			b.ReportAllocs()
			for b.Loop() {
				v := routing.Visit{Now: noon, Query: c.query, AcceptLanguage: "en-US,en;q=0.9", Facts: facts}
				r.Decide(&v)
			}
		})
	}
}

// BenchmarkCompile measures the budget of 1 ms for a link with 50 rules.
func BenchmarkCompile(b *testing.B) {
	target := routing.Target{URL: "https://example.com/", Rules: rulesOf(b, 50, countryAndDevice)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := routing.Compile(target); err != nil {
			b.Fatal(err)
		}
	}
}

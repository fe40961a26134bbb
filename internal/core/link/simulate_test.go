package link_test

import (
	"encoding/json"
	"net/netip"
	"slices"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/testkit"
)

// atlas knows one German address.
type atlas struct{}

func (atlas) Locate(addr netip.Addr) visitor.Place {
	if addr == netip.MustParseAddr("192.0.2.49") {
		return visitor.Place{Country: "DE"}
	}
	return visitor.Place{}
}

func TestService_Simulate(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		knowing := b.with(func(d *link.Deps) { d.Facts = &routing.Facts{Locator: atlas{}} })
		d := named("campaign")
		d.MaxClicks, d.FallbackURL = 1, "https://example.com/over"
		d.ExpiresAt = testkit.Day().Add(time.Hour)
		d.Rules = []routing.Rule{
			{Name: "Germans", Then: routing.Action{Redirect: "https://example.com/de"},
				When: routing.Condition{Field: routing.Country, Op: routing.In, Values: []json.RawMessage{json.RawMessage(`"de"`)}}},
			{Name: "Blocked", Then: routing.Action{Block: 451},
				When: routing.Condition{Field: routing.Query, Op: routing.Present, Name: "block"}},
		}
		l := b.make(t, d)
		check := func(name string, in link.SimulateInput, outcome visitor.Outcome, status int, location, rule string) {
			t.Helper()
			got, err := knowing.Simulate(t.Context(), b.owner, l.ID, in)
			if err != nil || got.Outcome != outcome || got.Status != status || got.Location != location || got.RuleID != rule || len(got.Trace) == 0 {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		check("a German", link.SimulateInput{IP: "192.0.2.49", Query: "?a=1"}, visitor.Redirected, 302, "https://example.com/de?a=1", l.Rules[0].ID)
		check("a German in IPv6", link.SimulateInput{IP: "::ffff:192.0.2.49"}, visitor.Redirected, 302, "https://example.com/de", l.Rules[0].ID)
		check("blocked", link.SimulateInput{Query: "block"}, visitor.Blocked, 451, "", l.Rules[1].ID)
		check("anybody", link.SimulateInput{}, visitor.Redirected, 302, "https://example.com/", "")
		check("later", link.SimulateInput{At: testkit.Day().Add(2 * time.Hour)}, visitor.FellBack, 302, "https://example.com/over", "")
		if used, err := b.store.Claim(t.Context(), l.ID); err != nil || !used {
			t.Fatalf("a simulation used up a click: %v, %v", used, err)
		}
		check("all clicks used", link.SimulateInput{}, visitor.FellBack, 302, "https://example.com/over", "")

		_, err := b.Simulate(t.Context(), b.owner, l.ID, link.SimulateInput{IP: "localhost", Query: "a b"})
		if !fault.Is(err, fault.Invalid) || !slices.Equal(fieldsOf(err), []string{"ip", "query"}) {
			t.Errorf("bad input: %v", err)
		}
		locked := b.make(t, link.Draft{Password: new("open"), Settings: link.Settings{URL: "https://example.com/"}})
		if got, err := b.Simulate(t.Context(), b.owner, locked.ID, link.SimulateInput{}); err != nil || got.Outcome != visitor.Locked || got.Location != "" {
			t.Errorf("locked: %+v, %v", got, err)
		}
		if got, err := b.Simulate(t.Context(), b.owner, locked.ID, link.SimulateInput{Unlocked: true}); err != nil || got.Location != "https://example.com/" {
			t.Errorf("unlocked: %+v, %v", got, err)
		}
		stranger := testkit.Owner(t, b.store)
		if _, err := b.Simulate(t.Context(), stranger, l.ID, link.SimulateInput{}); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger: %v", err)
		}
	})
}

func TestSimulateInput_NamedPlaceReplacesGeography(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		rule := func(field routing.Field, value, to string) routing.Rule {
			return routing.Rule{Then: routing.Action{Redirect: "https://example.com/" + to},
				When: routing.Condition{Field: field, Op: routing.In, Values: []json.RawMessage{json.RawMessage(`"` + value + `"`)}}}
		}
		d := named("places")
		d.Rules = []routing.Rule{
			rule(routing.City, "Paris", "city"), rule(routing.Region, "US-CA", "region"),
			rule(routing.Country, "GB", "country"), rule(routing.Continent, "SA", "continent"),
		}
		l := b.make(t, d)
		for _, c := range []struct {
			in   link.SimulateInput
			path string
		}{
			{link.SimulateInput{City: "Paris", Country: "FR"}, "city"},
			{link.SimulateInput{Region: "us-ca"}, "region"},
			{link.SimulateInput{Country: "uk"}, "country"},
			{link.SimulateInput{Country: "BR"}, "continent"},
			{link.SimulateInput{IP: "192.0.2.49", Country: "BR"}, "continent"},
			{link.SimulateInput{}, ""},
		} {
			got, err := b.with(func(d *link.Deps) { d.Facts = &routing.Facts{Locator: atlas{}} }).Simulate(t.Context(), b.owner, l.ID, c.in)
			if err != nil || got.Location != "https://example.com/"+c.path {
				t.Errorf("%+v: location %q, error %v; want %q", c.in, got.Location, err, c.path)
			}
		}
		_, err := b.Simulate(t.Context(), b.owner, l.ID, link.SimulateInput{Country: "Germany", Region: "Bavaria"})
		if !fault.Is(err, fault.Invalid) || !slices.Equal(fieldsOf(err), []string{"country", "region"}) {
			t.Errorf("a place that does not exist: %v", err)
		}
	})
}

func TestService_SimulatesUnsavedChanges(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		deps, guards := b.deps, b.guards
		deps.Facts, guards.Conventions = &routing.Facts{Locator: atlas{}}, &countingConventions{Conventions: strict()}
		service := link.New(deps, guards)
		germans := []routing.Rule{{
			Name: "Germans", Then: routing.Action{Redirect: "https://example.com/de"},
			When: routing.Condition{Field: routing.Country, Op: routing.In, Values: []json.RawMessage{json.RawMessage(`"de"`)}},
		}}
		german := link.SimulateInput{IP: "192.0.2.49"}
		kept := b.make(t, named("kept"))

		got, err := service.SimulateChange(t.Context(), b.owner, kept.ID, func(d *link.Draft) { d.Rules = germans }, german)
		if err != nil || got.Location != "https://example.com/de" || got.RuleID == "" {
			t.Errorf("with a rule that is not saved: %+v, %v", got, err)
		}
		got, err = service.SimulateChange(t.Context(), b.owner, kept.ID, func(d *link.Draft) { d.Password = new("secret") }, german)
		if err != nil || got.Outcome != visitor.Locked {
			t.Errorf("with a password that is not saved: %+v, %v", got, err)
		}
		if got, err := service.Simulate(t.Context(), b.owner, kept.ID, german); err != nil || got.Location != "https://example.com/" {
			t.Errorf("the link itself was changed: %+v, %v", got, err)
		}
		_, err = service.SimulateChange(t.Context(), b.owner, kept.ID, func(d *link.Draft) { d.URL = "nowhere" }, german)
		if !slices.Equal(fieldsOf(err), []string{"url"}) {
			t.Errorf("a change that cannot be saved: %v", err)
		}

		draft := link.Draft{Password: new("secret"), Settings: link.Settings{URL: "https://example.com/all", Rules: germans}}
		got, err = service.SimulateDraft(t.Context(), b.owner, draft, german)
		if err != nil || got.Outcome != visitor.Locked {
			t.Errorf("a link with a password: %+v, %v", got, err)
		}
		german.Unlocked = true
		got, err = service.SimulateDraft(t.Context(), b.owner, draft, german)
		if err != nil || got.Location != "https://example.com/de" {
			t.Errorf("a link that is not made: %+v, %v", got, err)
		}
		if n, err := b.Count(t.Context(), b.owner); err != nil || n != 1 {
			t.Errorf("%d links, %v; trying one makes none", n, err)
		}
	})
}

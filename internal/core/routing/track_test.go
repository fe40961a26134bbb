package routing_test

import (
	"strings"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

func TestDecide_TracksHumanClicks(t *testing.T) {
	t.Parallel()
	const click = 77
	id := "linnet_click=" + ident.Text(ident.Click, click)
	human := func(*routing.Visit) {}
	cases := map[string]struct {
		target routing.Target
		visit  func(*routing.Visit)
		agent  visitor.Agent
		want   string // "" for a page
	}{
		"a human":                {routing.Target{URL: "https://e.test/?a=1#f"}, human, visitor.Agent{}, "https://e.test/?a=1&" + id + "#f"},
		"no query":               {routing.Target{URL: "https://e.test"}, human, visitor.Agent{}, "https://e.test?" + id},
		"an older id":            {routing.Target{URL: "https://e.test/?linnet_click=x&b"}, human, visitor.Agent{}, "https://e.test/?" + id + "&b"},
		"the visitor's own":      {routing.Target{URL: "https://e.test/", ForwardQuery: true}, func(v *routing.Visit) { v.Query = "linnet_click=clk_forged&c" }, visitor.Agent{}, "https://e.test/?" + id + "&c"},
		"a rule's destination":   {routing.Target{Rules: []routing.Rule{{When: condition(t, `{"field":"bot","op":"in","values":["false"]}`), Then: routing.Action{Redirect: "https://rule.test/"}}}}, human, visitor.Agent{}, "https://rule.test/?" + id},
		"a bot":                  {routing.Target{}, human, visitor.Agent{Bot: visitor.BotAgent}, "https://example.com/"},
		"HEAD":                   {routing.Target{}, func(v *routing.Visit) { v.RequestReason = visitor.BotHead }, visitor.Agent{}, "https://example.com/"},
		"prefetch":               {routing.Target{}, func(v *routing.Visit) { v.RequestReason = visitor.BotPrefetch }, visitor.Agent{}, "https://example.com/"},
		"no web address":         {routing.Target{URL: "mailto:a@b.test"}, human, visitor.Agent{}, "mailto:a@b.test"},
		"the fallback of a link": {routing.Target{FallbackURL: "https://f.test/", ExpiresAt: noon}, human, visitor.Agent{}, "https://f.test/"},
		"a page":                 {routing.Target{Archived: true}, human, visitor.Agent{}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.target.TrackConversions = true
			w := &world{agent: c.agent}
			d := compile(t, c.target).Decide(w.visit(c.visit))
			if got := d.Sent(click); got != c.want {
				t.Errorf("sent to %q, want %q", got, c.want)
			}
			if strings.Contains(d.Location, ident.Text(ident.Click, click)) {
				t.Errorf("what is grouped by has the id in it: %q", d.Location)
			}
		})
	}
}

func TestDecide_TrackedRedirectIsNotCacheable(t *testing.T) {
	t.Parallel()
	for track, want := range map[bool]bool{false: true, true: false} {
		d := compile(t, routing.Target{RedirectStatus: 301, TrackConversions: track}).Decide((&world{}).visit(nil))
		if d.Permanent != want {
			t.Errorf("tracking %v: permanent is %v", track, d.Permanent)
		}
	}
}

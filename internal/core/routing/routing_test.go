package routing_test

import (
	"encoding/json"
	"net/netip"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/core/visitor"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// world returns facts from fixed tables and counts the calls.
type world struct {
	place     visitor.Place
	agent     visitor.Agent
	network   visitor.BotReason
	returning bool
	lookups   int
}

func (w *world) Locate(netip.Addr) visitor.Place          { w.lookups++; return w.place }
func (w *world) Parse(string) visitor.Agent               { w.lookups++; return w.agent }
func (w *world) Reason(netip.Addr) visitor.BotReason      { w.lookups++; return w.network }
func (w *world) Returning(string, uint64, time.Time) bool { w.lookups++; return w.returning }
func (w *world) facts() *routing.Facts {
	return &routing.Facts{Locator: w, Agents: w, Networks: w, Memory: w}
}
func (w *world) visit(change func(*routing.Visit)) *routing.Visit {
	v := &routing.Visit{Now: noon, Addr: netip.MustParseAddr("198.51.100.7"), UserAgent: "test", Facts: w.facts()}
	if change != nil {
		change(v)
	}
	return v
}

func compile(t testing.TB, target routing.Target) *routing.Route {
	t.Helper()
	if target.LinkID == "" {
		target.LinkID = "lnk_0000000000001"
	}
	if target.URL == "" {
		target.URL = "https://example.com/"
	}
	r, err := routing.Compile(target)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func condition(t testing.TB, text string) routing.Condition {
	t.Helper()
	var c routing.Condition
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

func TestDecide_LifecycleOrder(t *testing.T) {
	t.Parallel()
	everything := routing.Target{
		Blocked: true, Archived: true, Deleted: true, StartsAt: noon.Add(time.Hour), ExpiresAt: noon.Add(-time.Hour),
		MaxClicks: 1, PasswordHash: "hash", FallbackURL: "https://fallback.test/?keep=%2F",
	}
	but := func(change func(*routing.Target)) routing.Target { c := everything; change(&c); return c }
	cases := []struct {
		name   string
		target routing.Target
		want   routing.Decision
	}{
		{"blocked first", everything, routing.Decision{Outcome: visitor.Blocked, Status: 451}},
		{"suspended first", but(func(c *routing.Target) { c.Blocked, c.Suspended = false, true }),
			routing.Decision{Outcome: visitor.Blocked, Status: 410}},
		{"blocked before suspended", but(func(c *routing.Target) { c.Suspended = true }), routing.Decision{Outcome: visitor.Blocked, Status: 451}},
		{"then archived", but(func(c *routing.Target) { c.Blocked = false }), routing.Decision{Outcome: visitor.Archived, Status: 410}},
		{"then deleted", but(func(c *routing.Target) { c.Blocked, c.Archived = false, false }), routing.Decision{Outcome: visitor.Deleted, Status: 410}},
		{"then not yet", but(func(c *routing.Target) { c.Blocked, c.Archived, c.Deleted = false, false, false }),
			routing.Decision{Outcome: visitor.Scheduled, Status: 404}},
		{"then expired, to the link's fallback", but(func(c *routing.Target) {
			c.Blocked, c.Archived, c.Deleted, c.StartsAt = false, false, false, time.Time{}
		}), routing.Decision{Outcome: visitor.FellBack, Status: 302, Location: "https://fallback.test/?keep=%2F"}},
		{"the expired page instead of the fallbacks", routing.Target{
			ExpiresAt: noon, FallbackURL: "https://fallback.test/", ExpiredURL: "https://domain.test/", ExpiresAction: routing.ExpiresPage,
		}, routing.Decision{Outcome: visitor.Expired, Status: 410}},
		{"the domain's address after the link's", routing.Target{ExpiresAt: noon, ExpiredURL: "https://domain.test/", RedirectStatus: 301},
			routing.Decision{Outcome: visitor.FellBack, Status: 302, Location: "https://domain.test/"}},
		{"the page after both", routing.Target{ExpiresAt: noon}, routing.Decision{Outcome: visitor.Expired, Status: 410}},
		{"the last millisecond is inside", routing.Target{ExpiresAt: noon.Add(time.Millisecond)},
			routing.Decision{Outcome: visitor.Redirected, Status: 302, Location: "https://example.com/"}},
		{"the first moment is inside", routing.Target{StartsAt: noon},
			routing.Decision{Outcome: visitor.Redirected, Status: 302, Location: "https://example.com/"}},
		{"a password before rules", routing.Target{PasswordHash: "hash", Rules: []routing.Rule{{
			When: condition(t, `{"field":"bot","op":"in","values":["false"]}`), Then: routing.Action{Block: 404}}}},
			routing.Decision{Outcome: visitor.Locked, Status: 200}},
		{"a limit requires a claim", routing.Target{MaxClicks: 5},
			routing.Decision{Outcome: visitor.Redirected, Status: 302, Location: "https://example.com/", Claim: true}},
		{"a plain 301 is permanent", routing.Target{RedirectStatus: 301},
			routing.Decision{Outcome: visitor.Redirected, Status: 301, Location: "https://example.com/", Permanent: true}},
		{"a 308 that ends is not", routing.Target{RedirectStatus: 308, ExpiresAt: noon.Add(time.Hour)},
			routing.Decision{Outcome: visitor.Redirected, Status: 308, Location: "https://example.com/"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := (&world{}).visit(func(v *routing.Visit) { v.Query = "" })
			if got := compile(t, c.target).Decide(v); got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestDecide_ExhaustedLinkExpiresBeforePassword(t *testing.T) {
	t.Parallel()
	r := compile(t, routing.Target{MaxClicks: 1, PasswordHash: "hash"})
	got := r.Decide((&world{}).visit(func(v *routing.Visit) { v.Exhausted = true }))
	if got.Outcome != visitor.Expired || got.Status != 410 {
		t.Errorf("got %+v", got)
	}
}

func TestDecide_EveryFieldAndOperator(t *testing.T) {
	t.Parallel()
	w := world{
		place:     visitor.Place{Country: "AT", Region: "AT-9", City: "Wien", Continent: "EU"},
		agent:     visitor.Agent{OS: "iOS", Browser: "Safari", InAppBrowser: "Instagram", Device: visitor.Tablet},
		returning: true,
	}
	at := func(v *routing.Visit) {
		v.Addr = netip.MustParseAddr("2001:db8:7::1")
		v.AcceptLanguage = "fr;q=0.5, de-AT, *;q=1"
		v.Referrer = "https://user@news.Example.COM:8443/path?x=https://other.test/"
		v.Query = "flag&empty=&utm_source=New%20Letter&list=a&list=b&qr=1"
	}
	cases := []struct {
		condition string
		want      bool
	}{
		{`{"field":"country","op":"in","values":["de","at"]}`, true},
		{`{"field":"country","op":"in","values":["EU"]}`, true},
		{`{"field":"country","op":"in","values":["GB"]}`, false},
		{`{"field":"region","op":"in","values":["at-9"]}`, true},
		{`{"field":"city","op":"in","values":["WIEN"]}`, true},
		{`{"field":"continent","op":"in","values":["NA","EU"]}`, true},
		{`{"field":"continent","op":"in","values":["AS"]}`, false},
		{`{"field":"language","op":"in","values":["de"]}`, true},
		{`{"field":"language","op":"in","values":["fr"]}`, false},
		{`{"field":"language","op":"in","values":["de-DE"]}`, false},
		{`{"field":"os","op":"in","values":["ios"]}`, true},
		{`{"field":"device","op":"in","values":["desktop","tablet"]}`, true},
		{`{"field":"device","op":"in","values":["mobile"]}`, false},
		{`{"field":"browser","op":"in","values":["Safari"]}`, true},
		{`{"field":"inAppBrowser","op":"in","values":["any"]}`, true},
		{`{"field":"inAppBrowser","op":"in","values":["instagram"]}`, true},
		{`{"field":"inAppBrowser","op":"in","values":["TikTok"]}`, false},
		{`{"field":"referrer","op":"in","values":["example.com"]}`, true},
		{`{"field":"referrer","op":"in","values":["news.example.com"]}`, true},
		{`{"field":"referrer","op":"in","values":["NEWS.Example.com."]}`, true},
		{`{"field":"referrer","op":"in","values":["ample.com","other.test"]}`, false},
		{`{"field":"query","op":"present","name":"flag"}`, true},
		{`{"field":"query","op":"present","name":"utm_source"}`, true},
		{`{"field":"query","op":"present","name":"none"}`, false},
		{`{"field":"query","op":"valueless","name":"flag"}`, true},
		{`{"field":"query","op":"valueless","name":"empty"}`, true},
		{`{"field":"query","op":"valueless","name":"utm_source"}`, false},
		{`{"field":"query","op":"in","name":"utm_source","values":["new letter"]}`, true},
		{`{"field":"query","op":"in","name":"list","values":["b"]}`, true},
		{`{"field":"query","op":"in","name":"qr","values":["1"]}`, true},
		{`{"field":"ip","op":"in","values":["192.0.2.0/24","2001:db8::/32"]}`, true},
		{`{"field":"ip","op":"in","values":["2001:db8:7::1"]}`, true},
		{`{"field":"ip","op":"in","values":["2001:db8:7::2"]}`, false},
		{`{"field":"date","op":"before","values":["2026-07-01T14:00:01+02:00"]}`, true},
		{`{"field":"date","op":"before","values":["2026-07-01T12:00:00Z"]}`, false},
		{`{"field":"date","op":"after","values":["2026-07-01T12:00:00Z"]}`, true},
		{`{"field":"time","op":"within","values":[{"days":["wed"],"from":"14:00","to":"15:00","timeZone":"Europe/Vienna"}]}`, true},
		{`{"field":"time","op":"within","values":[{"days":["wed"],"from":"12:00","to":"14:00","timeZone":"Europe/Vienna"}]}`, false},
		{`{"field":"visitor","op":"in","values":["returning"]}`, true},
		{`{"field":"visitor","op":"in","values":["new"]}`, false},
		{`{"field":"bot","op":"in","values":["false"]}`, true},
		{`{"field":"bot","op":"in","values":[true]}`, false},
		{`{"not":{"field":"country","op":"in","values":["DE"]}}`, true},
		{`{"all":[{"field":"country","op":"in","values":["AT"]},{"not":{"field":"device","op":"in","values":["desktop"]}}]}`, true},
		{`{"any":[{"field":"country","op":"in","values":["DE"]},{"field":"bot","op":"in","values":["true"]}]}`, false},
	}
	for _, c := range cases {
		t.Run(c.condition, func(t *testing.T) {
			t.Parallel()
			w := w
			r := compile(t, routing.Target{Rules: []routing.Rule{{
				ID: "rul_0000000000001", When: condition(t, c.condition), Then: routing.Action{Redirect: "https://held.test/"}}}})
			d, steps := r.Explain(w.visit(at))
			if held := d.Location == "https://held.test/"; held != c.want || held != (d.RuleID != "") {
				t.Errorf("held = %v, want %v: %+v", held, c.want, steps)
			}
			if plain := r.Decide(w.visit(at)); plain != d {
				t.Errorf("Decide and Explain differ: %+v, %+v", plain, d)
			}
		})
	}
}

func TestDecide_AppReferrerMatchesService(t *testing.T) {
	t.Parallel()
	r := compile(t, routing.Target{Rules: []routing.Rule{{
		When: condition(t, `{"field":"referrer","op":"in","values":["facebook.com"]}`), Then: routing.Action{Block: 404}}}})
	for referrer, want := range map[string]visitor.Outcome{
		"android-app://com.facebook.katana/": visitor.Blocked, "https://lm.facebook.com/l.php?u=x": visitor.Blocked,
		"https://facebook.com.evil.test/": visitor.Redirected, "facebook.com": visitor.Redirected,
	} {
		if d := r.Decide(&routing.Visit{Now: noon, Referrer: referrer}); d.Outcome != want {
			t.Errorf("%s: %s, want %s", referrer, d.Outcome, want)
		}
	}
}

func TestDecide_AcceptsDeprecatedCountryCodes(t *testing.T) {
	t.Parallel()
	r := compile(t, routing.Target{Rules: []routing.Rule{{
		When: condition(t, `{"field":"country","op":"in","values":["uk"]}`), Then: routing.Action{Block: 404}}}})
	w := world{place: visitor.Place{Country: "GB"}}
	if d := r.Decide(w.visit(nil)); d.Outcome != visitor.Blocked {
		t.Errorf("UK is not GB: %+v", d)
	}
}

func TestDecide_UnknownValueMatchesNothing(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"country", "region", "city", "continent", "language", "os", "device", "browser", "inAppBrowser", "referrer", "ip"} {
		value := map[string]string{"country": "DE", "region": "DE-BE", "continent": "EU", "language": "de", "os": "iOS", "device": "mobile", "ip": "::/0"}[field]
		if value == "" {
			value = "any"
		}
		r := compile(t, routing.Target{Rules: []routing.Rule{{
			When: condition(t, `{"field":"`+field+`","op":"in","values":["`+value+`"]}`), Then: routing.Action{Block: 404}}}})
		if d := r.Decide(&routing.Visit{Now: noon}); d.Outcome != visitor.Redirected {
			t.Errorf("%s: a visit that says nothing is among %s", field, value)
		}
	}
}

func TestDecide_LooksUpFactsOnDemand(t *testing.T) {
	t.Parallel()
	cheap := condition(t, `{"all":[{"field":"query","op":"present","name":"x"},{"field":"country","op":"in","values":["DE"]}]}`)
	r := compile(t, routing.Target{ForwardQuery: true, Rules: []routing.Rule{{When: cheap, Then: routing.Action{Block: 404}}}})
	var w world
	r.Decide(w.visit(func(v *routing.Visit) { v.Query = "y=1" }))
	if w.lookups != 0 {
		t.Errorf("%d lookups although the first condition failed", w.lookups)
	}
	r.Decide(w.visit(func(v *routing.Visit) { v.Query = "x=1" }))
	if w.lookups != 1 {
		t.Errorf("%d lookups for one place", w.lookups)
	}
}

func TestDecide_SocialCrawlerGetsPreview(t *testing.T) {
	t.Parallel()
	w := world{agent: visitor.Agent{Bot: visitor.BotPreview}}
	with := compile(t, routing.Target{Preview: routing.Preview{Title: "Hello"}, MaxClicks: 1})
	if d := with.Decide(w.visit(nil)); d != (routing.Decision{Outcome: visitor.Previewed, Status: 200}) {
		t.Errorf("with a card: %+v", d)
	}
	if d := compile(t, routing.Target{}).Decide(w.visit(nil)); d.Outcome != visitor.Redirected {
		t.Errorf("without a card: %+v", d)
	}
}

func TestDecide_SplitIsStickyAndWeighted(t *testing.T) {
	t.Parallel()
	split := []routing.Branch{{URL: "https://a.test/", Weight: 70}, {URL: "https://b.test/", Weight: 30}, {URL: "https://c.test/", Weight: 0}}
	target := routing.Target{Split: split}
	first, second := compile(t, target), compile(t, target) // as after a restart
	counts := map[string]int{}
	for i := range 20_000 {
		change := func(v *routing.Visit) { v.Addr = netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}) }
		got := first.Decide((&world{}).visit(change)).Location
		if again := second.Decide((&world{}).visit(change)).Location; again != got {
			t.Fatalf("visitor %d got %s, then %s", i, got, again)
		}
		counts[got]++
	}
	// 14,000 expected with a deviation of 65; the bounds lie six away.
	if n := counts["https://a.test/"]; n < 13_600 || n > 14_400 || counts["https://c.test/"] != 0 {
		t.Errorf("the weights are not kept: %v", counts)
	}
	// The same visitors in another link's split: independent of the first.
	target.LinkID = "lnk_0000000000002"
	other, same := compile(t, target), 0
	for i := range 20_000 {
		change := func(v *routing.Visit) { v.Addr = netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}) }
		if first.Decide((&world{}).visit(change)).Location == other.Decide((&world{}).visit(change)).Location {
			same++
		}
	}
	if want := 20_000 * 58 / 100; same < want-500 || same > want+500 { // .7² + .3²
		t.Errorf("%d of 20000 visitors got the same branch of two links, want about %d", same, want)
	}
}

func TestDecide_SplitIsStableAcrossVersions(t *testing.T) {
	t.Parallel()
	// These were written down once: a new hash would move every visitor.
	r := compile(t, routing.Target{Split: []routing.Branch{{URL: "https://a.test/", Weight: 50}, {URL: "https://b.test/", Weight: 50}}})
	var got strings.Builder
	for i := range 16 {
		v := (&world{}).visit(func(v *routing.Visit) { v.Addr = netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}) })
		got.WriteByte(r.Decide(v).Location[8])
	}
	if want := "abbabbaaabbbbaab"; got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

func TestCompile_MergesUTMIntoWebAddressesOnly(t *testing.T) {
	t.Parallel()
	utm := utm.Params{Source: "news", Campaign: "Frühling 1", Ref: "x"}
	cases := map[string]struct{ url, query, want string }{
		"appended":         {"https://example.com/#a", "", "https://example.com/?utm_source=news&utm_campaign=Fr%C3%BChling+1&ref=x#a"},
		"in place":         {"https://example.com/?utm_source=old&b=1", "", "https://example.com/?utm_source=news&b=1&utm_campaign=Fr%C3%BChling+1&ref=x"},
		"the visitor wins": {"https://example.com/", "utm_source=me", "https://example.com/?utm_source=me&utm_campaign=Fr%C3%BChling+1&ref=x"},
		"not into mail":    {"mailto:a@example.com?subject=x", "y=1", "mailto:a@example.com?subject=x"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compile(t, routing.Target{URL: c.url, UTM: utm, ForwardQuery: true})
			if got := r.Decide(&routing.Visit{Now: noon, Query: c.query}).Location; got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestDecide_ForwardsPath(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ url, rest, query, want string }{
		"appended":               {"https://example.com/d", "a/b", "", "https://example.com/d/a/b"},
		"one slash between":      {"https://example.com/d/", "a/b/", "", "https://example.com/d/a/b/"},
		"a bare host":            {"https://example.com", "@evil.test", "", "https://example.com/@evil.test"},
		"escapes survive":        {"https://example.com/d?x=1#f", "a%2Fb%zz", "y=2", "https://example.com/d/a%2Fb%zz?x=1&y=2#f"},
		"nothing to forward":     {"https://example.com/d", "", "", "https://example.com/d"},
		"named segments":         {"https://example.com/{lang}/x/{page}?l={lang}", "de/intro", "", "https://example.com/de/x/intro?l=de"},
		"a segment missing":      {"https://example.com/{lang}/{page}", "de", "", "https://example.com/de/"},
		"segments left over":     {"https://example.com/{lang}?q=1", "de/a/b", "", "https://example.com/de/a/b?q=1"},
		"all that is left":       {"https://example.com/{lang}/p?path={rest*}", "de/a&b/c", "", "https://example.com/de/p?path=a%26b/c"},
		"never the host":         {"https://{host}.example.com/", "evil.test%2F", "", "https://{host}.example.com/evil.test%2F"},
		"dot segments":           {"https://example.com/d", "../a/./%2e%2E/.%2e/b/..", "", "https://example.com/d/a/b/"},
		"backslashes":            {"https://example.com/d/", `..\a\..\b`, "", `https://example.com/d/a\b`},
		"dots in a capture":      {"https://example.com/u/{name}/x", "..", "", "https://example.com/u/x"},
		"a segment made of two":  {"https://example.com/u/{a}{b}", "%2/e.", "", "https://example.com/u/"},
		"dots that stay":         {"https://example.com/d", "%252e%252e/.../..a/..%2F/.well-known", "", "https://example.com/d/%252e%252e/.../..a/..%2F/.well-known"},
		"the owner's own":        {"https://example.com/d/../e?x=../{a}", "../..", "", "https://example.com/d/../e/?x=../.."},
		"an address of a person": {"tel:+49{x}", "123", "", "tel:+49{x}"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compile(t, routing.Target{URL: c.url, Alias: "docs/*", ForwardPath: true, ForwardQuery: true})
			if got := r.Decide(&routing.Visit{Now: noon, Rest: c.rest, Query: c.query}).Location; got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	plain := compile(t, routing.Target{URL: "https://example.com/{a}", Alias: "x", ForwardPath: true})
	if got := plain.Decide(&routing.Visit{Now: noon}).Location; got != "https://example.com/{a}" {
		t.Errorf("braces of a plain link became %s", got)
	}
}

func TestDecide_PlainLinkDoesNotAllocate(t *testing.T) {
	r := compile(t, routing.Target{URL: "https://example.com/landing?x=1", ForwardQuery: true})
	v := (&world{}).visit(nil)
	if n := testing.AllocsPerRun(1000, func() { r.Decide(v) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

package routing_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// naive evaluates a condition straight from its JSON, written from the words
// of the specification and sharing nothing with the compiler.
func naive(c map[string]any, v *routing.Visit, w *world) bool {
	if kids, ok := c["all"].([]any); ok {
		return !slices.ContainsFunc(kids, func(k any) bool { return !naive(k.(map[string]any), v, w) })
	}
	if kids, ok := c["any"].([]any); ok {
		return slices.ContainsFunc(kids, func(k any) bool { return naive(k.(map[string]any), v, w) })
	}
	if kid, ok := c["not"].(map[string]any); ok {
		return !naive(kid, v, w)
	}
	var values []string
	for _, value := range asList(c["values"]) {
		if s, ok := value.(string); ok {
			values = append(values, strings.ToLower(s))
		}
	}
	has := func(s string) bool { return s != "" && slices.Contains(values, strings.ToLower(s)) }
	switch c["field"] {
	case "country":
		members := "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE"
		inEU := w.place.Country != "" && slices.Contains(strings.Fields(members), w.place.Country)
		return has(w.place.Country) || inEU && slices.Contains(values, "eu")
	case "continent":
		return has(w.place.Continent)
	case "device":
		return has(string(w.agent.Device))
	case "os":
		return has(w.agent.OS)
	case "inAppBrowser":
		return has(w.agent.InAppBrowser) || w.agent.InAppBrowser != "" && slices.Contains(values, "any")
	case "bot":
		return has(fmt.Sprint(w.agent.Bot != "" || v.RequestReason != "" || w.network != ""))
	case "visitor":
		return has(map[bool]string{true: "returning", false: "new"}[w.returning])
	case "language":
		return slices.ContainsFunc(values, func(want string) bool { return naiveLanguage(v.AcceptLanguage, want) })
	case "referrer":
		u, err := url.Parse(v.Referrer)
		return err == nil && slices.ContainsFunc(values, func(want string) bool {
			return want != "" && strings.HasSuffix("."+strings.ToLower(u.Hostname()), "."+want)
		})
	case "ip":
		return slices.ContainsFunc(values, func(text string) bool {
			p, err := netip.ParsePrefix(text)
			return err == nil && p.Contains(v.Addr)
		})
	case "query":
		q, _ := url.ParseQuery(v.Query)
		got, present := q[c["name"].(string)]
		switch c["op"] {
		case "present":
			return present
		case "valueless":
			return present && slices.Contains(got, "")
		}
		return slices.ContainsFunc(got, has)
	case "date":
		at, _ := time.Parse(time.RFC3339, asList(c["values"])[0].(string))
		if c["op"] == "before" {
			return v.Now.Before(at)
		}
		return !v.Now.Before(at)
	case "time":
		return naiveTime(asList(c["values"])[0].(map[string]any), v.Now)
	}
	panic(fmt.Sprint("unknown field ", c["field"]))
}

func asList(v any) []any { list, _ := v.([]any); return list }

func naiveLanguage(header, want string) bool {
	type spoken struct {
		tag string
		q   float64
	}
	var all []spoken
	for _, item := range strings.Split(header, ",") {
		s := spoken{q: 1}
		if _, err := fmt.Sscanf(strings.ReplaceAll(item, ";q=", " "), "%s %g", &s.tag, &s.q); s.tag == "" || err != nil && strings.Contains(item, "q=") {
			continue
		}
		if s.tag != "*" && s.q > 0 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b spoken) int {
		switch {
		case a.q > b.q:
			return -1
		case a.q < b.q:
			return 1
		}
		return 0
	})
	return len(all) > 0 && strings.HasPrefix(strings.ToLower(all[0].tag)+"-", want+"-")
}

// naiveTime walks back minute by minute to the window's beginning.
func naiveTime(w map[string]any, now time.Time) bool {
	zone, _ := time.LoadLocation(w["timeZone"].(string))
	local := now.In(zone)
	clock := local.Format("15:04")
	day := strings.ToLower(local.Format("Mon"))
	eve := strings.ToLower(local.AddDate(0, 0, -1).Format("Mon"))
	from, to := w["from"].(string), w["to"].(string)
	on := func(d string) bool { return slices.Contains(asList(w["days"]), any(d)) }
	if from < to {
		return on(day) && clock >= from && clock < to
	}
	return on(day) && clock >= from || on(eve) && clock < to
}

// dice makes random links and visitors from small sets, so that conditions
// hold often enough to matter.
type dice struct{ *rand.Rand }

func one[T any](d dice, of ...T) T { return of[d.IntN(len(of))] }

func some(d dice, of ...string) []string {
	return slices.DeleteFunc(of, func(string) bool { return len(of) > 1 && d.IntN(2) == 0 })
}

func (d dice) leaf() map[string]any {
	in := func(field string, of ...string) map[string]any {
		values := some(d, slices.Clone(of)...)
		if len(values) == 0 {
			values = of[:1]
		}
		return map[string]any{"field": field, "op": "in", "values": values}
	}
	leaves := []map[string]any{
		in("country", "DE", "at", "EU", "US", "GB"), in("continent", "EU", "na", "AS"), in("device", "mobile", "Tablet", "desktop"),
		in("os", "iOS", "android", "Windows"), in("inAppBrowser", "any", "instagram", "TikTok"), in("bot", "true", "false"),
		in("visitor", "new", "RETURNING"), in("language", "de", "de-at", "en", "pt-BR"), in("referrer", "example.com", "news.example.com", "t.co"),
		in("ip", "10.0.0.0/8", "192.0.2.0/25", "2001:db8::/33"),
		{"field": "query", "op": "present", "name": one(d, "a", "b", "ä b")}, {"field": "query", "op": "valueless", "name": one(d, "a", "b", "ä b")},
		{"field": "query", "op": "in", "name": one(d, "a", "b", "ä b"), "values": []string{one(d, "1", "X y", "ü")}},
		{"field": "date", "op": one(d, "before", "after"), "values": []string{noon.Add(time.Duration(d.IntN(21)-10) * time.Hour * 24).Format(time.RFC3339)}},
		{"field": "time", "op": "within", "values": []any{map[string]any{"days": some(d, "mon", "tue", "wed", "thu", "fri", "sat", "sun"),
			"from": fmt.Sprintf("%02d:%02d", d.IntN(12), d.IntN(60)), "to": fmt.Sprintf("%02d:%02d", 12+d.IntN(12), d.IntN(60)), "timeZone": one(d, "UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Chatham")}}},
	}
	leaf := one(d, leaves...)
	if leaf["field"] == "time" {
		window := asList(leaf["values"])[0].(map[string]any)
		if len(window["days"].([]string)) == 0 {
			window["days"] = []string{"mon"}
		}
		if d.IntN(2) == 0 {
			window["from"], window["to"] = window["to"], window["from"]
		}
	}
	return leaf
}

func (d dice) condition(depth int) map[string]any {
	if depth == 0 || d.IntN(3) == 0 {
		return d.leaf()
	}
	if d.IntN(3) == 0 {
		return map[string]any{"not": d.condition(depth - 1)}
	}
	kids := make([]map[string]any, 1+d.IntN(3))
	for i := range kids {
		kids[i] = d.condition(depth - 1)
	}
	return map[string]any{one(d, "all", "any"): kids}
}

func (d dice) visitor() (*routing.Visit, *world) {
	w := &world{
		place: visitor.Place{Country: one(d, "DE", "AT", "US", "GB", ""), Continent: one(d, "EU", "NA", "")},
		agent: visitor.Agent{OS: one(d, "iOS", "Android", "Windows", ""), Device: one(d, visitor.Mobile, visitor.Tablet, visitor.Desktop),
			InAppBrowser: one(d, "", "Instagram", "TikTok"), Bot: one(d, "", "", visitor.BotAgent)},
		network: one(d, "", "", "", "", "", "", visitor.BotAddress, visitor.BotNetwork), returning: d.IntN(2) == 0,
	}
	return w.visit(func(v *routing.Visit) {
		v.Now = noon.Add(time.Duration(d.IntN(30*24*60)-15*24*60) * time.Minute)
		v.RequestReason = one(d, "", "", "", "", "", "", visitor.BotHead, visitor.BotPrefetch)
		v.Addr = netip.MustParseAddr(one(d, "10.1.2.3", "192.0.2.200", "192.0.2.7", "2001:db8::1", "2001:db8:8000::1"))
		v.AcceptLanguage = one(d, "", "de-AT,en;q=0.8", "en;q=0.5, de;q=0.5", "*, pt-BR;q=0.1", "pt;q=0.9, de;q=0")
		v.Referrer = one(d, "", "https://news.example.com/x?y", "https://badexample.com", "https://t.co:443/", "android-app://com.example/")
		v.Query = one(d, "", "a", "a=&b=1", "a=2&a=1", "%C3%A4+b=X+y", "%c3%a4%20b&b=%C3%BC", "&&b")
	}), w
}

// TestDecide_MatchesNaiveEvaluator compares the compiled rules, the simulator and a naive reading of the
// JSON together on random links and visitors.
func TestDecide_MatchesNaiveEvaluator(t *testing.T) {
	t.Parallel()
	d := dice{rand.New(rand.NewPCG(4, 2))}
	heldAt := map[int]int{}
	for link := range 1000 {
		n := 1 + d.IntN(6)
		target := routing.Target{LinkID: "lnk_0000000000001", URL: "https://default.test/"}
		plain := make([]map[string]any, n)
		for i := range n {
			raw, err := json.Marshal(d.condition(routing.MaxDepth))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(raw, &plain[i]); err != nil {
				t.Fatal(err)
			}
			target.Rules = append(target.Rules, routing.Rule{ID: fmt.Sprintf("rul_%013d", i), When: condition(t, string(raw)), Then: routing.Action{Redirect: fmt.Sprintf("https://rule.test/%d", i)}})
		}
		route := compile(t, target)
		for range 10 {
			v, w := d.visitor()
			want := slices.IndexFunc(plain, func(c map[string]any) bool { return naive(c, v, w) })
			heldAt[want]++
			location := "https://default.test/"
			if want >= 0 {
				location = fmt.Sprintf("https://rule.test/%d", want)
			}
			again := *v
			got := route.Decide(v)
			explained, steps := route.Explain(&again)
			if got.Location != location || explained != got {
				rules, _ := json.Marshal(plain)
				t.Fatalf("link %d: decided %+v, explained %+v, want rule %d\n%s\nvisit %+v\nworld %+v\nsteps %+v", link, got, explained, want, rules, v, w, steps)
			}
		}
	}
	if heldAt[-1] < 300 || heldAt[0] < 300 || heldAt[3] < 30 {
		t.Errorf("the dice are loaded: %v", heldAt)
	}
}

// FuzzRules reads any JSON as rules: valid rules must compile, and
// every visit of it has an answer that Explain shares.
func FuzzRules(f *testing.F) {
	f.Add(`[{"when":{"field":"country","op":"in","values":["DE"]},"then":{"redirect":"https://a.test/"}}]`, "a=1", "de;q=0.1")
	f.Add(`[{"when":{"not":{"any":[{"field":"time","op":"within","values":[{"days":["mon"],"from":"22:00","to":"02:00","timeZone":"UTC"}]}]}},"then":{"block":451}}]`, "", "*")
	f.Add(`[{"when":{"field":"query","op":"valueless","name":"x"},"then":{"split":[{"url":"https://a.test/{x}","weight":1},{"url":"b","weight":99}]}}]`, "x&%", "")
	f.Fuzz(func(t *testing.T, text, query, language string) {
		var rules []routing.Rule
		if json.Unmarshal([]byte(text), &rules) != nil {
			return
		}
		target := routing.Target{LinkID: "lnk_0000000000001", URL: "https://default.test/", Alias: "x/*", Rules: rules, ForwardQuery: true, ForwardPath: true}
		route, err := routing.Compile(target)
		if (err == nil) != (routing.ValidateRules(rules) == nil) {
			t.Fatalf("compiling and validating differ: %v", err)
		}
		if err != nil {
			return
		}
		visit := func() *routing.Visit {
			return (&world{}).visit(func(v *routing.Visit) {
				v.Query, v.AcceptLanguage, v.Referrer, v.Rest = query, language, query, language
			})
		}
		d := route.Decide(visit())
		explained, steps := route.Explain(visit())
		if d != explained || len(steps) == 0 {
			t.Fatalf("decided %+v, explained %+v in %d steps", d, explained, len(steps))
		}
		if (d.Outcome == visitor.Redirected) != (d.Location != "") || d.Status < 200 || d.Status > 451 {
			t.Fatalf("no answer: %+v", d)
		}
	})
}

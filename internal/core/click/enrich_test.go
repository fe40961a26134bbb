package click

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/core/visitor"
)

func newEnricher(t *testing.T, store SaltStore) *enricher {
	t.Helper()
	salts := NewSalts(store, clock.NewManual(noon))
	if err := salts.Prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	return &enricher{salts: salts, locator: world{}, agents: world{}, networks: world{}}
}

func (e *enricher) must(t *testing.T, hit Hit) Click {
	t.Helper()
	c, err := e.click(context.Background(), encode(make([]byte, 0, fixedSize), &hit, e.salts.at(DayOf(hit.At)), 7))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEnricher_FillsAllFields(t *testing.T) {
	t.Parallel()
	e := newEnricher(t, &memSalts{})
	got := e.must(t, Hit{
		ID: 7, At: noon, WorkspaceID: 1, DomainID: 2, LinkID: 3, RuleID: 4, Outcome: visitor.Redirected,
		Addr: netip.MustParseAddr("192.0.2.1"), Alias: "launch", Query: "qr=1&utm_source=poster",
		URL: "https://example.com/?utm_source=link&utm_medium=print#utm_term=no", UserAgent: "browser",
		Language: "de-AT,en;q=0.5", Referrer: "https://www.example.org/page",
	})
	if got.Visitor == 0 {
		t.Error("the visitor is unknown")
	}
	got.Visitor = 0
	want := Click{
		ID: 7, At: noon, WorkspaceID: 1, DomainID: 2, LinkID: 3, RuleID: 4, Outcome: visitor.Redirected,
		Trigger: TriggerQR, Alias: "launch", URL: "https://example.com/?utm_source=link&utm_medium=print#utm_term=no",
		Place: visitor.Place{Country: "DE", Continent: "EU"}, Language: "de-AT",
		OS: "macOS", Browser: "Safari", Device: visitor.Desktop,
		Referrer: "example.org", ReferrerURL: "https://www.example.org/page",
		UTM: UTM{Source: "poster", Medium: "print"}, Agent: "browser",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestEnricher_LeavesUnknownVisitorEmpty(t *testing.T) {
	t.Parallel()
	got := newEnricher(t, &memSalts{}).must(t, Hit{ID: 7, At: noon, WorkspaceID: 1})
	if diff := cmp.Diff(Click{ID: 7, At: noon, WorkspaceID: 1, Trigger: TriggerLink}, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestEnricher_SetsBotReasons(t *testing.T) {
	t.Parallel()
	e := newEnricher(t, &memSalts{})
	for name, tt := range map[string]struct {
		hit  Hit
		want visitor.BotReason
	}{
		"a browser":                         {Hit{UserAgent: "browser"}, ""},
		"HEAD":                              {Hit{UserAgent: "browser", RequestReason: visitor.BotHead}, visitor.BotHead},
		"prefetch":                          {Hit{UserAgent: "browser", RequestReason: visitor.BotPrefetch}, visitor.BotPrefetch},
		"another method":                    {Hit{UserAgent: "browser", RequestReason: visitor.BotMethod}, visitor.BotMethod},
		"an image":                          {Hit{UserAgent: "browser", RequestReason: visitor.BotSubresource}, visitor.BotSubresource},
		"its address":                       {Hit{UserAgent: "browser", Addr: netip.MustParseAddr("198.51.100.9")}, visitor.BotAddress},
		"its network":                       {Hit{UserAgent: "browser", Addr: netip.MustParseAddr("198.51.100.10")}, visitor.BotNetwork},
		"a previewer":                       {Hit{UserAgent: "previewer"}, visitor.BotPreview},
		"a previewer that sends HEAD first": {Hit{UserAgent: "previewer", RequestReason: visitor.BotHead}, visitor.BotPreview},
	} {
		tt.hit.At = noon
		if got := e.must(t, tt.hit).Bot; got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestEnricher_Triggers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		hit  Hit
		want Trigger
	}{
		"nothing said":       {Hit{}, TriggerLink},
		"the code's mark":    {Hit{Trigger: TriggerLink, Query: "a=b&qr=1"}, TriggerQR},
		"another value":      {Hit{Query: "qr=10"}, TriggerLink},
		"another key":        {Hit{Query: "xqr=1"}, TriggerLink},
		"a bio page says so": {Hit{Trigger: TriggerBio, Query: "qr=1"}, TriggerBio},
	} {
		if got := triggerOf(&tt.hit); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestEnricher_UTM(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		query, url string
		want       UTM
	}{
		"none":             {"a=b", "https://example.com/?c=d", UTM{}},
		"visited":          {"utm_campaign=spring+sale", "https://example.com/", UTM{Campaign: "spring sale"}},
		"destination":      {"", "https://example.com/?utm_term=a%26b", UTM{Term: "a&b"}},
		"an empty one":     {"utm_source=", "https://example.com/?utm_source=x", UTM{Source: "x"}},
		"first of two":     {"utm_source=a&utm_source=b", "", UTM{Source: "a"}},
		"cannot decode":    {"utm_content=100%", "", UTM{Content: "100%"}},
		"control bytes":    {"utm_medium=a%00b%0A", "", UTM{Medium: "ab"}},
		"not UTF-8":        {"utm_medium=%ff", "", UTM{Medium: "\uFFFD"}},
		"in a fragment":    {"", "https://example.com/#?utm_source=x", UTM{}},
		"app destinations": {"", "myapp://open?utm_source=x", UTM{Source: "x"}},
	} {
		if diff := cmp.Diff(tt.want, utmOf(&Hit{Query: tt.query, URL: tt.url})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestVisitorOf_DependsOnDayAndWorkspace(t *testing.T) {
	t.Parallel()
	e := newEnricher(t, &memSalts{})
	base := Hit{At: noon, WorkspaceID: 1, Addr: netip.MustParseAddr("192.0.2.1"), UserAgent: "browser"}
	number := func(change func(*Hit)) uint64 {
		h := base
		change(&h)
		return e.must(t, h).Visitor
	}
	first := number(func(*Hit) {})
	if again := number(func(h *Hit) { h.LinkID, h.At = 99, noon.Add(time.Hour) }); again != first {
		t.Errorf("the same visitor got %d and %d", first, again)
	}
	for name, change := range map[string]func(*Hit){
		"another address":   func(h *Hit) { h.Addr = netip.MustParseAddr("192.0.2.2") },
		"another agent":     func(h *Hit) { h.UserAgent = "other" },
		"another workspace": func(h *Hit) { h.WorkspaceID = 2 },
		"another day":       func(h *Hit) { h.At = noon.Add(24 * time.Hour) },
	} {
		if n := number(change); n == first || n == 0 {
			t.Errorf("%s: %d", name, n)
		}
	}
}

// M2 of the review: values that differ in case were rows of their own.
func TestEnricher_FoldsTheCaseOfCampaignsWhereTheWorkspaceDoes(t *testing.T) {
	t.Parallel()
	e := newEnricher(t, &memSalts{})
	asked := 0
	e.foldsCase = func(_ context.Context, workspace uint64) bool { asked++; return workspace == 1 }
	for workspace, want := range map[uint64]UTM{
		1: {Source: "facebook", Campaign: "frühling", Term: "été"},
		2: {Source: "Facebook", Campaign: "FRÜHLING", Term: "Été"},
	} {
		got := e.must(t, Hit{ID: 7, At: noon, WorkspaceID: workspace, Query: "utm_source=Facebook&utm_campaign=FR%C3%9CHLING&utm_term=E%CC%81te%CC%81"})
		if got.UTM != want {
			t.Errorf("workspace %d: %+v, want %+v", workspace, got.UTM, want)
		}
	}
	if e.must(t, Hit{ID: 7, At: noon, WorkspaceID: 1}); asked != 2 {
		t.Errorf("asked %d times for two clicks with parameters", asked)
	}
}

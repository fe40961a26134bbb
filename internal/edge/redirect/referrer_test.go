package redirect_test

import (
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// leadsTo matches the address to which a page leads: its form's, or that of "Continue".
var leadsTo = regexp.MustCompile(`action="([^"]*)"|class="go" href="([^"]*)"`)

// next returns the address to which a page leads.
func next(t *testing.T, page *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(page.Body)
	if err != nil {
		t.Fatal(err)
	}
	found := leadsTo.FindStringSubmatch(string(body))
	if found == nil {
		t.Fatalf("the page leads nowhere: %s", body)
	}
	return html.UnescapeString(found[1] + found[2])
}

// R3 of the review: a page that Linnet serves before the redirect was the referrer of the click.
func TestHandler_PagesHandTheReferrerOn(t *testing.T) {
	t.Parallel()
	const page = "https://news.example.org/a%-b?secret"
	for name, tt := range map[string]struct {
		host, path, method, body string
		privacy                  domain.Privacy
		want                     string
	}{
		"password":                  {"localhost:8080", "/locked?x=1", http.MethodPost, "password=open+sesame", "", "https://news.example.org/a%-b"},
		"password on a domain":      {"brand.test", "/locked", http.MethodPost, "password=open+sesame", "", "https://news.example.org/a%-b"},
		"preview":                   {"brand.test", "/plain+", http.MethodGet, "", "", "https://news.example.org/a%-b"},
		"preview of a locked link":  {"brand.test", "/locked+", http.MethodPost, "password=open+sesame", "", "https://news.example.org/a%-b"},
		"password, aggregate":       {"brand.test", "/locked", http.MethodPost, "password=open+sesame", domain.PrivacyAggregate, "https://news.example.org"},
		"preview on another domain": {"localhost:8080", "/plain+", http.MethodGet, "", "", "https://news.example.org/a%-b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, nil)
			dom := s.own
			if tt.host != ownHost {
				dom = s.brand
			}
			dom.Privacy = tt.privacy
			s.records.domains[tt.host] = dom
			s.records.put(dom, routing.Target{Alias: "locked", PasswordHash: "open sesame", ForwardQuery: true})
			s.records.put(dom, routing.Target{Alias: "plain", ForwardQuery: true})
			origin := "http://" + tt.host
			first := s.send(http.MethodGet, origin+tt.path, "", "Referer: "+page)
			if policy := first.Header.Get("Referrer-Policy"); policy != "same-origin" { // else browsers send no Referer
				t.Errorf("the page has the policy %q", policy)
			}
			address := next(t, first)
			if tt.method == http.MethodPost { // a wrong password first
				address = next(t, s.send(http.MethodPost, origin+address, "password=wrong", "Referer: "+origin+tt.path))
			}
			response := s.send(tt.method, origin+address, tt.body, "Referer: "+origin+address)
			hits := s.journal.all()
			last := hits[len(hits)-1]
			if last.Outcome != visitor.Redirected || last.Referrer != tt.want {
				t.Errorf("%s: recorded %q with the referrer %q, want %q", address, last.Outcome, last.Referrer, tt.want)
			}
			if location := response.Header.Get("Location"); strings.Contains(location, "lnr") || strings.Contains(location, "news") {
				t.Errorf("the destination gets the referrer: %q", location)
			}
		})
	}
}

func TestHandler_OwnHostsAreNoReferrer(t *testing.T) {
	t.Parallel()
	const marker = "?lnr=https%3A%2F%2Fforged.example%2F"
	for name, tt := range map[string]struct{ host, path, referrer, want string }{
		"the visited domain":              {"brand.test", "/a", "https://brand.test/@ada", ""},
		"the default domain":              {"brand.test", "/a", "http://localhost:8080/dashboard", ""},
		"another spelling":                {"localhost", "/a", "http://127.0.0.1:8080/", ""},
		"an IPv6 loopback":                {"localhost", "/a", "http://[::1]:8080/", ""},
		"below the domain":                {"brand.test", "/a", "https://news.brand.test/", "https://news.brand.test/"},
		"a marker behind another site":    {"brand.test", "/a" + marker, "https://news.example/", "https://news.example/"},
		"a marker without a referrer":     {"brand.test", "/a" + marker, "", ""},
		"a marker that names an own host": {"brand.test", "/a?lnr=https%3A%2F%2Fbrand.test%2Fx", "https://brand.test/a+", ""},
		"a marker that is no address":     {"brand.test", "/a?lnr=x", "https://brand.test/a+", ""},
		"a marker on an own host's page":  {"brand.test", "/a" + marker, "https://brand.test/a+", "https://forged.example/"},
		"an app":                          {"brand.test", "/a", "android-app://brand.test/", "android-app://brand.test/"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, nil)
			for _, dom := range []string{ownHost, "brand.test"} {
				s.records.put(s.records.domains[dom], routing.Target{Alias: "a"})
			}
			s.send(http.MethodGet, "http://"+tt.host+tt.path, "", "Referer: "+tt.referrer)
			if hits := s.journal.all(); len(hits) != 1 || hits[0].Referrer != tt.want {
				t.Errorf("recorded %+v, want the referrer %q", hits, tt.want)
			}
		})
	}
}

// Rules see the referrer that statistics count, from a page that Linnet serves first, too.
func TestHandler_RulesSeeTheReferrerThatAPageHandsOn(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	when := routing.Condition{Field: routing.Referrer, Op: routing.In, Values: rawValues(`"x.com"`)}
	s.records.put(s.brand, routing.Target{
		Alias: "a", PasswordHash: "open sesame", Rules: []routing.Rule{{When: when, Then: routing.Action{Redirect: "https://x.test/"}}},
	})
	address := next(t, s.send(http.MethodGet, "http://brand.test/a", "", "Referer: https://t.co/100%"))
	got := s.send(http.MethodPost, "http://brand.test"+address, "password=open+sesame", "Referer: https://brand.test/a")
	if location := got.Header.Get("Location"); location != "https://x.test/" {
		t.Errorf("redirected to %q", location)
	}
}

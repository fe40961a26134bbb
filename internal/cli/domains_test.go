package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/config"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testdns"
)

// customDomain is a domain of the API, as far as tests read it.
type customDomain struct {
	ID, Host, Status string
	Records          []struct {
		Purpose, Type, Name, Value string
		OK                         bool
		Found                      []string
	}
}

// publish adds the records of a domain to the DNS.
func (d customDomain) publish(t *testing.T, dns *testdns.Server) {
	t.Helper()
	for _, r := range d.Records {
		if r.Type == "TXT" {
			dns.AddTXT(r.Name, r.Value)
			continue
		}
		dns.Add(t, r.Name+". 60 IN "+r.Type+" "+r.Value)
	}
}

// visit returns the status of a GET on a host, and its Location.
func visit(t *testing.T, origin, host, path string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode, answer.Header.Get("Location")
}

func TestDomains_FromTheFirstRecordToTheRedirect(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			dns := testdns.New(t)
			c := commands{t: t}
			origin := start(t, func(cfg *config.Config) {
				cfg.DNS = dns.Addr
				if engine == "postgres" {
					cfg.DatabaseURL = testkit.MigratedPostgres(t)
				}
				c.cfg = *cfg
			})
			ada := signUp(t, origin)
			const host = "go.bücher.example"
			var added, got customDomain
			ada.call("POST", "/domains", map[string]any{"host": host}, http.StatusCreated, &added)
			if added.Status != "pending" || added.Host != "go.xn--bcher-kva.example" || len(added.Records) != 2 {
				t.Fatalf("added: %+v", added)
			}
			ada.call("POST", "/domains", map[string]any{"host": host}, http.StatusConflict, nil)
			link := map[string]any{"url": "https://example.com/", "alias": "launch", "domain": host}
			ada.call("POST", "/links", link, http.StatusUnprocessableEntity, nil)
			if status, _ := visit(t, origin, added.Host, "/launch"); status != http.StatusNotFound {
				t.Errorf("a pending host: %d", status)
			}

			added.publish(t, dns)
			ada.call("POST", "/domains/"+added.ID+"/verify", nil, http.StatusOK, &got)
			if got.Status != "verified" || !got.Records[0].OK || !got.Records[1].OK {
				t.Fatalf("verified: %+v", got)
			}
			ada.call("PATCH", "/domains/"+added.ID, map[string]any{"redirectStatus": 301, "robots": "disallow"}, http.StatusOK, nil)
			ada.call("POST", "/links", link, http.StatusCreated, nil)
			if status, location := visit(t, origin, strings.ToUpper(added.Host)+".:80", "/launch"); status != 301 || location != "https://example.com/" {
				t.Errorf("a link on the domain: %d %s", status, location)
			}
			ada.call("PATCH", "/domains/"+added.ID, map[string]any{"caseSensitive": true}, http.StatusConflict, nil)

			dns.Remove("_linnet." + added.Host)
			if code, out, _ := c.try("domain", "check", host, "--json", "--dns", dns.Addr); code != 1 || !strings.Contains(out, `"failing"`) {
				t.Errorf("check: %d %s", code, out)
			}
			var notices struct {
				Items []struct{ Kind, Message string }
			}
			ada.call("GET", "/notifications", nil, http.StatusOK, &notices)
			if len(notices.Items) == 0 || !strings.Contains(notices.Items[0].Kind, "domain") {
				t.Errorf("notifications after a check by the operator: %+v", notices)
			}
			if _, out, _ := c.try("doctor", "--json"); !strings.Contains(out, "1 failing: "+host) {
				t.Errorf("doctor does not name the failing domain: %s", out)
			}
			if status, _ := visit(t, origin, added.Host, "/launch"); status != 301 {
				t.Errorf("a link on a failing domain: %d", status)
			}
			var rows []struct{ Host, Status string }
			c.run(&rows, "domain", "list")
			if len(rows) != 2 {
				t.Errorf("list: %+v", rows)
			}

			ada.call("DELETE", "/domains/"+added.ID, nil, http.StatusNoContent, nil)
			if status, _ := visit(t, origin, added.Host, "/launch"); status != http.StatusNotFound {
				t.Errorf("a deleted domain: %d", status)
			}
			ada.call("POST", "/domains/"+added.ID+"/restore", nil, http.StatusOK, nil)
			if status, _ := visit(t, origin, added.Host, "/launch"); status != 301 {
				t.Errorf("a restored domain: %d", status)
			}
			ada.call("POST", "/domains", map[string]any{"host": "other.example"}, http.StatusPaymentRequired, nil)

			c.run(nil, "domain", "remove", host)
			c.run(nil, "domain", "restore", host)
			if status, _ := visit(t, origin, added.Host, "/launch"); status != 301 {
				t.Errorf("a domain restored by the operator: %d", status)
			}
			c.run(nil, "domain", "remove", host)
			c.run(nil, "domain", "purge", host)
			if code, _, _ := c.try("domain", "restore", host); code == 0 {
				t.Error("a purged domain was restored")
			}
			ada.call("POST", "/domains/"+added.ID+"/restore", nil, http.StatusGone, nil)
		})
	}
}

func TestDomains_SetChangesTheDefaultDomain(t *testing.T) {
	t.Parallel()
	c := commands{t: t}
	origin := start(t, func(cfg *config.Config) { c.cfg = *cfg })
	ada := signUp(t, origin)
	host := strings.TrimPrefix(origin, "http://")
	if status, _ := visit(t, origin, host, "/"); status != http.StatusOK {
		t.Errorf("the root without a setting: %d", status)
	}
	folder := t.TempDir()
	files := map[string]string{"look": `{"dark": "#123456"}`, "apple": `{"applinks": {"details": []}}`, "bad": `{`}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.run(nil, "domain", "set", "--root-url", "https://brand.example/", "--not-found-url", "https://brand.example/lost",
		"--favicon-url", "https://brand.example/i.svg", "--robots", "disallow", "--case-sensitive", "--redirect-status", "308", "--language", "de",
		"--qr-look", filepath.Join(folder, "look"), "--apple-app-site-association", filepath.Join(folder, "apple"))
	for path, want := range map[string]string{
		"/": "https://brand.example/", "/unknown": "https://brand.example/lost", "/favicon.ico": "https://brand.example/i.svg",
	} {
		eventually(t, func() string {
			if _, location := visit(t, origin, host, path); location != want {
				return path + " leads to " + location
			}
			return ""
		})
	}
	for path, want := range map[string]string{"/robots.txt": "Disallow: /\n", "/.well-known/apple-app-site-association": `{"applinks":{"details":[]}}`} {
		if _, got := get(t, origin+path); !strings.Contains(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
	var made struct{ RedirectStatus int }
	for _, alias := range []string{"yA", "Ya"} {
		ada.call("POST", "/links", map[string]any{"url": "https://example.com/" + alias, "alias": alias}, http.StatusCreated, &made)
		if status, location := visit(t, origin, host, "/"+alias); status != 308 || location != "https://example.com/"+alias {
			t.Errorf("/%s: %d %s", alias, status, location)
		}
	}
	if _, page := get(t, origin+"/abuse"); !strings.Contains(page, `<html lang="de"`) {
		t.Errorf("the form for reports: %s", page)
	}
	if code, _, errs := c.try("domain", "set", "--language", "xx"); code == 0 || !strings.Contains(errs, "Choose one of en, ar, de") {
		t.Errorf("an unknown language: %d, %s", code, errs)
	}
	if code, _, errs := c.try("domain", "set", "--no-case-sensitive"); code == 0 || !strings.Contains(errs, "has no links") {
		t.Errorf("the case rule of a domain with links: %d, %s", code, errs)
	}
	if code, _, errs := c.try("domain", "set", "--qr-look", filepath.Join(folder, "bad")); code == 0 || !strings.Contains(errs, "read the look") {
		t.Errorf("a look that is no JSON: %d, %s", code, errs)
	}
	c.run(nil, "domain", "set", "--root-url", "")
	eventually(t, func() string {
		if status, location := visit(t, origin, host, "/"); status != http.StatusOK {
			return "the root leads to " + location
		}
		return ""
	})
}

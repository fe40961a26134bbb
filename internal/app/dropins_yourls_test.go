package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/dropin"
	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

const (
	yourlsPath = "/yourls-api.php"
	asForm     = "Content-Type: application/x-www-form-urlencoded"
)

func TestYOURLS_FindsKeywordsOnTheDomainOfNewLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "menu")
	d.link("", "old")
	d.link(customHost, "menu")
	expand := func(keyword string) any { return d.yourls("expand", "shorturl", keyword).json()["shorturl"] }
	if got := expand("menu"); got != "http://"+testkit.Host+"/menu" {
		t.Errorf("before the choice: %v", got)
	}
	d.chooseDomain(customHost)
	made := d.yourls("shorturl", "url", "https://example.com/new", "keyword", "new").want(http.StatusOK).json()["shorturl"]
	for keyword, want := range map[string]any{"new": made, "menu": "http://" + customHost + "/menu", "old": "http://" + testkit.Host + "/old"} {
		if got := expand(keyword); got != want {
			t.Errorf("%s: %v, want %v", keyword, got, want)
		}
	}
}

// yourls calls an action with the key as its signature, and fields such as "url", "https://example.com/".
func (d *dropIns) yourls(action string, fields ...string) answer {
	d.t.Helper()
	values := url.Values{"action": {action}, "signature": {d.key}, "format": {"json"}}
	for i := 0; i < len(fields); i += 2 {
		values.Set(fields[i], fields[i+1])
	}
	return d.call("POST", testkit.Host, yourlsPath, values.Encode(), asForm)
}

func TestYOURLS_AnswersOnlyCalls(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.call("GET", testkit.Host, yourlsPath, "").want(http.StatusNotFound)
	d.call("GET", testkit.Host, yourlsPath+"?action=version&format=json", "").want(http.StatusForbidden)
	d.call("GET", testkit.Host, yourlsPath+"?action=version&format=json&signature=wrong", "").want(http.StatusForbidden)
	d.call("GET", customHost, yourlsPath+"?action=version&username=x&password="+d.key, "").want(http.StatusOK)
	alias := "yourls-api.php"
	if _, err := d.node.parts.services.links.Create(t.Context(), d.owner, link.Draft{
		Domain: customHost, Alias: &alias, Settings: link.Settings{URL: "https://example.com/"},
	}); err == nil || !strings.Contains(err.Error(), "reserved") {
		t.Errorf("a new alias is the path of an endpoint: %v", err)
	}
}

func TestYOURLS_HasFourFormats(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "menu")
	for format, want := range map[string]struct{ contentType, body string }{
		"json":   {"application/json; charset=utf-8", `{"keyword":"menu","shorturl":"http://` + testkit.Host + `/menu","longurl":"https://example.com/menu","title":"a title","message":"success","statusCode":"200"}`},
		"jsonp":  {"application/javascript; charset=utf-8", `__yourls1_jsonp[1]({"keyword":"menu"`},
		"xml":    {"application/xml; charset=utf-8", `<?xml version="1.0" encoding="UTF-8"?>` + "\n<root><keyword>menu</keyword>"},
		"":       {"application/xml; charset=utf-8", "<longurl>https://example.com/menu</longurl>"},
		"simple": {"text/plain; charset=utf-8", "https://example.com/menu"},
		"JSON":   {"text/plain; charset=utf-8", "https://example.com/menu"},
	} {
		got := d.yourls("expand", "shorturl", "menu", "format", format, "callback", "__yourls1_jsonp[1]").want(http.StatusOK)
		if got.Header().Get("Content-Type") != want.contentType || !strings.Contains(got.Body.String(), want.body) {
			t.Errorf("%q: %s %s", format, got.Header().Get("Content-Type"), got.Body)
		}
	}
	for _, callback := range []string{"alert(1)//", "", "a[b]", "a;b"} {
		got := d.yourls("expand", "shorturl", "menu", "format", "jsonp", "callback", callback)
		if got.Code != http.StatusBadRequest || got.Body.String() != `{"errorCode":"400","error":"Invalid callback parameter"}` {
			t.Errorf("%q: %d %s", callback, got.Code, got.Body)
		}
	}
	got := d.yourls("expand", "shorturl", "nothing", "format", "jsonp", "callback", "alert(1)//")
	if strings.Contains(got.Body.String(), "alert") {
		t.Errorf("%s", got.Body)
	}
}

func TestYOURLS_ShortensOnceForADestination(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	made := d.yourls("shorturl", "url", "example.com/a?b=1", "keyword", "Sp ring!<>", "title", "Spring").want(http.StatusOK).json()
	inner, _ := made["url"].(map[string]any)
	if inner["keyword"] != "Spring" || inner["url"] != "http://example.com/a?b=1" || inner["date"] != "2026-11-20 13:00:00" || made["status"] != "success" ||
		made["statusCode"] != "200" || made["shorturl"] != "http://"+testkit.Host+"/Spring" {
		t.Errorf("%v", made)
	}
	again := d.yourls("shorturl", "url", "http://example.com/a?b=1", "keyword", "other").want(http.StatusBadRequest).json()
	if again["code"] != "error:url" || again["shorturl"] != made["shorturl"] || again["status"] != "fail" || again["errorCode"] != "400" {
		t.Errorf("%v", again)
	}
	for name, c := range map[string]struct{ field, value, code string }{
		"no url":      {"url", "", "error:nourl"},
		"a bad url":   {"url", "javascript:alert(1)", "error:nourl"},
		"taken":       {"keyword", "spring", "error:keyword"},
		"reserved":    {"keyword", "dashboard", "error:keyword"},
		"our own url": {"url", "http://" + testkit.Host + "/Spring", "error:noloop"},
	} {
		got := d.yourls("shorturl", "url", "https://example.com/"+url.PathEscape(name), c.field, c.value).want(http.StatusBadRequest).json()
		if got["code"] != c.code || got["status"] != "fail" || got["message"] == "" {
			t.Errorf("%s: %v", name, got)
		}
	}
	got := d.call("POST", customHost, yourlsPath, url.Values{"action": {"shorturl"}, "signature": {d.key}, "url": {"https://example.com/c"}, "format": {"simple"}}.Encode(), asForm)
	if !strings.HasPrefix(got.Body.String(), "http://"+customHost+"/") {
		t.Errorf("%s", got.Body)
	}
	if got := d.yourls("expand", "shorturl", strings.TrimPrefix(got.Body.String(), "http://")).want(http.StatusOK).json(); got["longurl"] != "https://example.com/c" {
		t.Errorf("%v", got)
	}
}

func TestYOURLS_ShortensADestinationAgainForKeysThatAllowIt(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	first := d.yourls("shorturl", "url", "https://example.com/").want(http.StatusOK).json()
	several := apikey.DefaultSettings()
	several.Scopes, several.Unique = access.AllScopes(), false
	other := d.newKey(several)
	second := d.yourls("shorturl", "url", "https://example.com/", "signature", other).want(http.StatusOK).json()
	if second["status"] != "success" || second["shorturl"] == first["shorturl"] {
		t.Errorf("a key that allows several: %v after %v", second, first)
	}
	got := d.yourls("shorturl", "url", "https://example.com/", "keyword", "third").want(http.StatusBadRequest).json()
	if got["code"] != "error:url" {
		t.Errorf("a key that allows one: %v", got)
	}
}

func TestYOURLS_ReturnsStatistics(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	for i := range 120 {
		d.link("", fmt.Sprintf("link-%03d", i))
	}
	got := d.yourls("stats", "filter", "last", "limit", "110", "start", "5").want(http.StatusOK).json()
	links, _ := got["links"].(map[string]any)
	sums, _ := got["stats"].(map[string]any)
	if len(links) != 110 || sums["total_links"] != 120.0 || sums["total_clicks"] != 0.0 {
		t.Errorf("%d links, %v", len(links), sums)
	}
	for _, filter := range []string{"top", "bottom", "rand", "random", "", "nonsense"} {
		if links, _ := d.yourls("stats", "filter", filter, "limit", "3").want(http.StatusOK).json()["links"].(map[string]any); len(links) != 3 {
			t.Errorf("%q: %v", filter, links)
		}
	}
	if got := d.yourls("stats", "limit", "0").want(http.StatusOK).json(); got["links"] != nil || got["stats"] == nil {
		t.Errorf("%v", got)
	}
	if got := d.yourls("url-stats", "shorturl", "nothing").want(http.StatusNotFound).json(); got["statusCode"] != "404" {
		t.Errorf("%v", got)
	}
	if got := d.yourls("version", "db", "1").want(http.StatusOK).json(); got["version"] != "1.10.0" || got["db_version"] != "507" {
		t.Errorf("%v", got)
	}
	d.yourls("dance").want(http.StatusBadRequest)
}

func TestYOURLS_AcceptsSignaturesWithATime(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	keys := d.node.parts.services.keys
	create := func(as apikey.Settings) (id, signature string) {
		as.Name, as.Scopes = "WordPress", access.AllScopes()
		k, _, err := keys.Create(t.Context(), d.owner, as)
		if err != nil {
			t.Fatal(err)
		}
		signature, err = keys.Signature(t.Context(), d.owner, k.ID)
		if (err == nil) != as.Signature {
			t.Fatalf("%+v: %v", as, err)
		}
		return k.ID, signature
	}
	create(apikey.Settings{})
	id, signature := create(apikey.Settings{Signature: true})
	_, otherAPI := create(apikey.Settings{Signature: true, Compat: []dropin.API{dropin.Kutt}})
	now := d.clock.Now()
	signed := func(secret string, at time.Time) []string {
		timestamp := fmt.Sprint(at.Unix())
		sum := sha256.Sum256([]byte(timestamp + secret))
		return []string{"timestamp", timestamp, "signature", hex.EncodeToString(sum[:]), "hash", "sha256"}
	}
	d.yourls("version", "signature", signature).want(http.StatusOK)
	d.yourls("version", signed(signature, now)...).want(http.StatusOK)
	d.yourls("version", signed(signature, now.Add(-11*time.Hour))...).want(http.StatusOK)
	d.yourls("version", signed(signature, now.Add(-12*time.Hour))...).want(http.StatusForbidden)
	d.yourls("version", signed(signature, now.Add(13*time.Hour))...).want(http.StatusForbidden)
	d.yourls("version", signed("00000000000000000000000000000000", now)...).want(http.StatusForbidden)
	d.yourls("version", append(signed(signature, now), "hash", "crc32")...).want(http.StatusForbidden)
	d.yourls("version", "signature", otherAPI).want(http.StatusForbidden)
	if _, err := keys.Update(t.Context(), d.owner, id, func(s *apikey.Settings) { s.Signature = false }); err != nil {
		t.Fatal(err)
	}
	d.clock.Advance(time.Minute) // keys are cached for half of it
	d.yourls("version", "signature", signature).want(http.StatusForbidden)
}

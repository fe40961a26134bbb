package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/click"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/useragent"
	"linnet/internal/testkit"
)

const shlinkErrors = "https://shlink.io/api/error/"

// shlink calls an endpoint of version 3 with the key.
func (d *dropIns) shlink(method, path, body string) answer {
	d.t.Helper()
	return d.call(method, testkit.Host, "/rest/v3"+path, body, "X-Api-Key: "+d.key)
}

// at returns the value at a path of objects in the body.
func (a answer) at(path ...string) any {
	a.t.Helper()
	var v any = a.json()
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// wantJSON fails the test unless a value has this JSON.
func wantJSON(t *testing.T, what string, got any, want string) {
	t.Helper()
	raw, err := json.Marshal(got)
	if err != nil || string(raw) != want {
		t.Errorf("%s: %s, want %s", what, raw, want)
	}
}

// codes returns the codes of a list of short URLs.
func (a answer) codes() []string {
	a.t.Helper()
	data, _ := a.want(http.StatusOK).at("shortUrls", "data").([]any)
	codes := make([]string, len(data))
	for i := range data {
		codes[i], _ = data[i].(map[string]any)["shortCode"].(string)
	}
	return codes
}

func TestShlink_AnswersOnlyCalls(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.call("GET", testkit.Host, "/rest/v3/short-urls", "").want(http.StatusNotFound)
	for _, path := range []string{"/rest/health", "/rest/v1/health", "/rest/v2/health", "/rest/v3/health"} {
		got := d.call("GET", customHost, path, "").want(http.StatusOK)
		if got.Header().Get("Content-Type") != "application/health+json" || got.at("status") != "pass" || got.at("version") != "5.1.0" {
			t.Errorf("%s: %s %s", path, got.Header().Get("Content-Type"), got.Body)
		}
	}
	for _, v := range []string{"v1", "v2", "v3"} {
		d.call("GET", testkit.Host, "/rest/"+v+"/short-urls", "", "X-Api-Key: "+d.key).want(http.StatusOK)
	}
	d.call("GET", testkit.Host, "/rest/v4/short-urls", "", "X-Api-Key: "+d.key).want(http.StatusNotFound)
	got := d.call("GET", testkit.Host, "/rest/v3/tags", "", "X-Api-Key: wrong").want(http.StatusUnauthorized)
	if got.at("type") != shlinkErrors+"invalid-api-key" || got.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s", got.Body)
	}
	reader := d.newKey(apikey.Settings{Scopes: []access.Scope{access.LinksRead}})
	for _, call := range []string{
		"POST /short-urls", "DELETE /short-urls/menu", "POST /short-urls/menu/redirect-rules", "GET /short-urls/menu/visits", "GET /visits",
		"DELETE /short-urls/menu/visits", "PUT /tags", "GET /domains", "PATCH /domains/redirects", "GET /short-urls/shorten",
	} {
		method, path, _ := strings.Cut(call, " ")
		got := d.call(method, testkit.Host, "/rest/v3"+path, "", "X-Api-Key: "+reader).want(http.StatusForbidden)
		if got.at("type") != shlinkErrors+"forbidden" {
			t.Errorf("%s: %s", call, got.Body)
		}
	}
}

func TestShlink_CreatesEditsAndDeletesShortURLs(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	made := d.shlink("POST", "/short-urls", `{"longUrl":"https://example.com/a","customSlug":" Spring  menu ","tags":["Food ","two words"],"title":"Menu",`+
		`"validSince":"2026-11-01T00:00:00+01:00","validUntil":"2027-01-01T00:00:00Z","maxVisits":5,"crawlable":true}`).want(http.StatusOK).json()
	wantJSON(t, "made", made, `{"crawlable":true,"dateCreated":"2026-11-20T12:00:00+00:00","domain":null,"forwardQuery":true,"hasRedirectRules":false,`+
		`"longUrl":"https://example.com/a","meta":{"maxVisits":5,"validSince":"2026-10-31T23:00:00+00:00","validUntil":"2027-01-01T00:00:00+00:00"},`+
		`"shortCode":"Spring-menu","shortUrl":"http://`+testkit.Host+`/Spring-menu","tags":["food","two-words"],"title":"Menu","visitsSummary":{"bots":0,"nonBots":0,"total":0}}`)
	wantJSON(t, "read", d.shlink("GET", "/short-urls/spring-menu?domain=DEFAULT", "").want(http.StatusOK).json(), string(must(json.Marshal(made))))

	edited := d.shlink("PATCH", "/short-urls/Spring-menu", `{"validSince":null,"maxVisits":null,"tags":["food","new"],"forwardQuery":false,"title":null}`).want(http.StatusOK)
	wantJSON(t, "meta", edited.at("meta"), `{"maxVisits":null,"validSince":null,"validUntil":"2027-01-01T00:00:00+00:00"}`)
	wantJSON(t, "tags", edited.at("tags"), `["food","new"]`)
	if edited.at("forwardQuery") != false || edited.at("title") != nil || edited.at("longUrl") != "https://example.com/a" {
		t.Errorf("%s", edited.Body)
	}

	nested := d.shlink("POST", "/short-urls", `{"longUrl":"https://example.com/b","customSlug":"a/visits/b"}`).want(http.StatusOK)
	if code := nested.at("shortCode"); code != "a/visits/b" {
		t.Errorf("%v", code)
	}
	d.shlink("GET", "/short-urls/a/visits/b", "").want(http.StatusOK)
	d.shlink("GET", "/short-urls/a/visits/b/visits", "").want(http.StatusOK)
	prefixed := d.shlink("POST", "/short-urls", `{"longUrl":"https://example.com/c","pathPrefix":"go-","shortCodeLength":4}`).want(http.StatusOK).at("shortCode")
	if code, _ := prefixed.(string); !strings.HasPrefix(code, "go-") || len(code) != 7 {
		t.Errorf("%v", prefixed)
	}
	d.shlink("DELETE", "/short-urls/a/visits/b", "").want(http.StatusNoContent)
	gone := d.shlink("DELETE", "/short-urls/a/visits/b", "").want(http.StatusNotFound)
	if gone.at("type") != shlinkErrors+"short-url-not-found" || gone.at("shortCode") != "a/visits/b" || gone.at("status") != 404.0 {
		t.Errorf("%s", gone.Body)
	}

	for _, call := range []string{"PATCH /short-urls/Spring-menu/visits", "PATCH /short-urls/Spring-menu/redirect-rules", "DELETE /short-urls/Spring-menu/redirect-rules"} {
		method, path, _ := strings.Cut(call, " ")
		d.shlink(method, path, "").want(http.StatusNotFound)
	}
	d.shlink("GET", "/short-urls/Spring-menu", "").want(http.StatusOK)

	text := d.call("GET", testkit.Host, "/rest/v3/short-urls/shorten?format=txt&longUrl=https://example.com/d&apiKey="+d.key, "").want(http.StatusOK)
	if !strings.HasPrefix(text.Body.String(), "http://"+testkit.Host+"/") {
		t.Errorf("%s", text.Body)
	}
	onCustom := d.call("POST", customHost, "/rest/v3/short-urls", `{"longUrl":"https://example.com/e","customSlug":"e"}`, "X-Api-Key: "+d.key).want(http.StatusOK)
	if onCustom.at("domain") != nil || onCustom.at("shortUrl") != "http://"+customHost+"/e" {
		t.Errorf("%s", onCustom.Body)
	}
	if got := d.shlink("GET", "/short-urls/e?domain="+customHost, "").want(http.StatusOK).at("domain"); got != customHost {
		t.Errorf("%v", got)
	}
}

// must returns a value without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestShlink_NamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "taken")
	for body, want := range map[string]struct{ kind, elements string }{
		`{`:                           {"malformed-request-body", "null"},
		`{}`:                          {"invalid-data", `["longUrl"]`},
		`{"longUrl":"example.com"}`:   {"invalid-data", `["longUrl"]`},
		`{"longUrl":"file:///etc/x"}`: {"invalid-data", `["longUrl"]`},
		`{"longUrl":5}`:               {"invalid-data", `["longUrl"]`},
		`{"longUrl":"https://a.test","domain":"nowhere.test"}`:    {"invalid-data", `["domain"]`},
		`{"longUrl":"https://a.test","validUntil":"soon"}`:        {"invalid-data", `["validUntil"]`},
		`{"longUrl":"https://a.test","maxVisits":"many"}`:         {"invalid-data", `["maxVisits"]`},
		`{"longUrl":"https://a.test","maxVisits":-1}`:             {"invalid-data", `["maxVisits"]`},
		`{"longUrl":"https://a.test","tags":["a","b,c"]}`:         {"invalid-data", `["tags"]`},
		`{"longUrl":"https://a.test","shortCodeLength":3}`:        {"invalid-data", `["shortCodeLength"]`},
		`{"longUrl":"https://a.test","customSlug":"a?b"}`:         {"invalid-data", `["customSlug"]`},
		`{"longUrl":"https://a.test","customSlug":"TAKEN"}`:       {"non-unique-slug", "null"},
		`{"longUrl":"https://a.test","customSlug":"rest/health"}`: {"non-unique-slug", "null"},
	} {
		got := d.shlink("POST", "/short-urls", body).want(http.StatusBadRequest)
		if got.at("type") != shlinkErrors+want.kind || got.at("title") == "" || got.at("detail") == "" {
			t.Errorf("%s: %s, want %s", body, got.Body, want.kind)
		}
		wantJSON(t, body, got.at("invalidElements"), want.elements)
	}
}

func TestShlink_FindsWhatExists(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	create := func(body string) string {
		t.Helper()
		code, _ := d.shlink("POST", "/short-urls", body).want(http.StatusOK).at("shortCode").(string)
		return code
	}
	const address = `{"longUrl":"https://example.com/a","findIfExists":true`
	first := create(address + `,"tags":["x"]}`)
	d.clock.Advance(time.Second)
	limited := create(`{"longUrl":"https://example.com/a","maxVisits":3,"customSlug":"limited"}`)
	for body, want := range map[string]string{
		address + `}`:                                      first,
		address + `,"tags":["X"]}`:                         first,
		address + `,"maxVisits":3}`:                        limited,
		address + `,"customSlug":"Limited"}`:               limited,
		address + `,"domain":"` + testkit.Host + `"}`:      first,
		address + `,"customSlug":"limited","maxVisits":3}`: limited,
	} {
		if got := create(body); got != want {
			t.Errorf("%s found %s, want %s", body, got, want)
		}
	}
	for _, other := range []string{`,"tags":["y"]}`, `,"maxVisits":4}`, `,"domain":"` + customHost + `"}`, `,"validUntil":"2030-01-01"}`} {
		if got := create(address + other); got == first || got == limited {
			t.Errorf("%s found %s", other, got)
		}
	}
	got := d.shlink("POST", "/short-urls", `{"longUrl":"https://example.com/b","findIfExists":true,"customSlug":"limited"}`).want(http.StatusBadRequest)
	if got.at("type") != shlinkErrors+"non-unique-slug" || got.at("customSlug") != "limited" {
		t.Errorf("%s", got.Body)
	}
}

func TestShlink_ListsShortURLs(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	for i, more := range []string{`"tags":["x"]`, `"tags":["x","y"]`, `"tags":["y"],"validUntil":"2026-11-20T12:00:10Z"`, `"title":"needle","domain":"` + customHost + `"`} {
		d.shlink("POST", "/short-urls", fmt.Sprintf(`{"longUrl":"https://example.com/%d","customSlug":"c%d",%s}`, i, i, more)).want(http.StatusOK)
		d.clock.Advance(time.Minute)
	}
	for query, want := range map[string]string{
		"":                                "c3 c2 c1 c0",
		"orderBy=dateCreated-ASC":         "c0 c1 c2 c3",
		"orderBy=shortCode-DESC":          "c3 c2 c1 c0",
		"itemsPerPage=2&page=2":           "c1 c0",
		"itemsPerPage=-1":                 "c3 c2 c1 c0",
		"itemsPerPage=2&page=9":           "",
		"tags[]=x&tags[]=Y":               "c2 c1 c0",
		"tags[]=x&tags[]=Y&tagsMode=all":  "c1",
		"excludeTags[]=x":                 "c3 c2",
		"excludeTags[]=x&excludeTags[]=y": "c3",
		"excludeTags[]=x&excludeTags[]=y&excludeTagsMode=all": "c3 c2 c0",
		"startDate=2026-11-20T12:01:00%2B00:00":               "c3 c2 c1",
		"endDate=2026-11-20T12:01:00%2B00:00":                 "c1 c0",
		"startDate=2026-11-21":                                "",
		"excludePastValidUntil=true":                          "c3 c1 c0",
		"excludeMaxVisitsReached=true":                        "c3 c2 c1 c0",
		"searchTerm=needle":                                   "c3",
		"domain=DEFAULT":                                      "c2 c1 c0",
		"domain=" + customHost:                                "c3",
	} {
		if got := strings.Join(d.shlink("GET", "/short-urls?"+query, "").codes(), " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	wantJSON(t, "pagination", d.shlink("GET", "/short-urls?itemsPerPage=3&page=2", "").at("shortUrls", "pagination"),
		`{"currentPage":2,"itemsInCurrentPage":1,"itemsPerPage":3,"pagesCount":2,"totalItems":4}`)
	for _, query := range []string{"page=0", "page=x", "itemsPerPage=0", "startDate=soon", "orderBy=title-ASC", "apiKeyName=x"} {
		got := d.shlink("GET", "/short-urls?"+query, "").want(http.StatusBadRequest)
		name, _, _ := strings.Cut(query, "=")
		wantJSON(t, query, got.at("invalidElements"), `["`+name+`"]`)
	}
}

func TestShlink_HasTags(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	for i, tags := range []string{`["b","a"]`, `["b"]`, `["c"]`} {
		d.shlink("POST", "/short-urls", fmt.Sprintf(`{"longUrl":"https://example.com/%d","tags":%s}`, i, tags)).want(http.StatusOK)
	}
	wantJSON(t, "tags", d.shlink("GET", "/tags", "").json(), `{"tags":{"data":["a","b","c"]}}`)
	wantJSON(t, "page", d.shlink("GET", "/tags?page=2&itemsPerPage=2&orderBy=tag-DESC", "").json(),
		`{"tags":{"data":["a"],"pagination":{"currentPage":2,"itemsInCurrentPage":1,"itemsPerPage":2,"pagesCount":2,"totalItems":3}}}`)
	stats := d.shlink("GET", "/tags/stats?orderBy=shortUrlsCount-DESC", "").at("tags", "data").([]any)
	wantJSON(t, "stats", stats[0], `{"shortUrlsCount":2,"tag":"b","visitsSummary":{"bots":0,"nonBots":0,"total":0}}`)
	d.shlink("PUT", "/tags", `{"oldName":"a","newName":"New Name"}`).want(http.StatusNoContent)
	if got := d.shlink("PUT", "/tags", `{"oldName":"b","newName":"C"}`).want(http.StatusConflict); got.at("type") != shlinkErrors+"tag-conflict" || got.at("newName") != "C" {
		t.Errorf("%s", got.Body)
	}
	if got := d.shlink("PUT", "/tags", `{"oldName":"z","newName":"y"}`).want(http.StatusNotFound); got.at("tag") != "z" {
		t.Errorf("%s", got.Body)
	}
	d.shlink("PUT", "/tags", `{"oldName":"b"}`).want(http.StatusBadRequest)
	d.shlink("DELETE", "/tags?tags[]=b&tags[]=nothing", "").want(http.StatusNoContent)
	wantJSON(t, "tags", d.shlink("GET", "/tags?searchTerm=n", "").json(), `{"tags":{"data":["new-name"]}}`)
	d.shlink("GET", "/tags/b/visits", "").want(http.StatusNotFound)
}

func TestShlink_HasDomains(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	const none = `{"baseUrlRedirect":null,"invalidShortUrlRedirect":null,"regular404Redirect":null}`
	wantJSON(t, "domains", d.shlink("GET", "/domains", "").json(), `{"domains":{"data":[{"domain":"`+testkit.Host+`","isDefault":true,"redirects":`+none+
		`},{"domain":"`+customHost+`","isDefault":false,"redirects":`+none+`}],"defaultRedirects":`+none+`}}`)
	got := d.shlink("PATCH", "/domains/redirects", `{"domain":"`+customHost+`","baseUrlRedirect":"https://brand.test/","invalidShortUrlRedirect":"https://brand.test/404"}`)
	const changed = `{"baseUrlRedirect":"https://brand.test/","invalidShortUrlRedirect":"https://brand.test/404","regular404Redirect":"https://brand.test/404"}`
	wantJSON(t, "redirects", got.want(http.StatusOK).json(), changed)
	wantJSON(t, "null", d.shlink("PATCH", "/domains/redirects", `{"domain":"`+customHost+`","baseUrlRedirect":null}`).want(http.StatusOK).at("baseUrlRedirect"), "null")
	wantJSON(t, "invalid", d.shlink("PATCH", "/domains/redirects", `{"domain":"`+customHost+`","baseUrlRedirect":"x"}`).want(http.StatusBadRequest).at("invalidElements"), `["baseUrlRedirect"]`)
	d.shlink("PATCH", "/domains/redirects", `{"domain":"`+customHost+`","regular404Redirect":"https://a.test","invalidShortUrlRedirect":null}`).want(http.StatusBadRequest)
	if got := d.shlink("PATCH", "/domains/redirects", `{"domain":"nowhere.test"}`).want(http.StatusNotFound); got.at("type") != shlinkErrors+"domain-not-found" || got.at("authority") != "nowhere.test" {
		t.Errorf("%s", got.Body)
	}
	if got := d.shlink("GET", "/mercure-info", "").want(http.StatusNotImplemented); got.at("type") != shlinkErrors+"mercure-not-configured" {
		t.Errorf("%s", got.Body)
	}
}

// clicks stores clicks, each a second before the one before it.
func (d *dropIns) clicks(clicks ...click.Click) {
	d.t.Helper()
	var ids click.IDs
	workspace, _ := ident.Number(d.owner.WorkspaceID)
	store, _ := d.node.parts.clicks.store.(click.Sink)
	at, err := store.Position(d.t.Context(), "test")
	if err != nil {
		d.t.Fatal(err)
	}
	for i := len(clicks) - 1; i >= 0; i-- { // ids ascend with the time
		clicks[i].ID, clicks[i].At = ids.New(d.clock.Now().Add(-time.Duration(i) * time.Second))
		clicks[i].WorkspaceID = workspace
	}
	if err := store.Append(d.t.Context(), click.Batch{Clicks: clicks, Source: "test", Through: at + 1}); err != nil {
		d.t.Fatal(err)
	}
}

func TestShlink_ListsVisits(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	l := d.link("", "menu")
	d.shlink("PATCH", "/short-urls/menu", `{"tags":["food"]}`).want(http.StatusOK)
	linkID, _ := ident.Number(l.ID)
	domainID, _ := ident.Number(l.DomainID)
	person := click.Click{
		LinkID: linkID, DomainID: domainID, Outcome: visitor.Redirected, Alias: "menu", URL: "https://example.com/menu", ReferrerURL: "https://news.test/a",
		OS: "Windows", Browser: "Firefox", Device: visitor.Desktop, Place: visitor.Place{Country: "DE", Region: "DE-BY", City: "Munich", Continent: "EU"},
	}
	bot := person
	bot.Bot, bot.Browser, bot.OS, bot.Place = visitor.BotAgent, "Googlebot", "", visitor.Place{}
	orphan := click.Click{DomainID: domainID, Outcome: visitor.Orphan, Alias: "missing"}
	d.clicks(person, bot, person, orphan)

	got := d.shlink("GET", "/short-urls/menu/visits?itemsPerPage=2", "").want(http.StatusOK)
	wantJSON(t, "pagination", got.at("visits", "pagination"), `{"currentPage":1,"itemsInCurrentPage":2,"itemsPerPage":2,"pagesCount":2,"totalItems":3}`)
	data, _ := got.at("visits", "data").([]any)
	wantJSON(t, "visit", data[0], `{"date":"2026-11-20T12:00:00+00:00","potentialBot":false,"redirectUrl":"https://example.com/menu","referer":"https://news.test/a",`+
		`"userAgent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0","visitLocation":{"cityName":"Munich","countryCode":"DE",`+
		`"countryName":"Germany","isEmpty":false,"latitude":0,"longitude":0,"regionName":"DE-BY","timezone":""},"visitedUrl":"http://`+testkit.Host+`/menu"}`)
	second, _ := data[1].(map[string]any)
	if second["potentialBot"] != true || second["visitLocation"] != nil || second["userAgent"] != "Mozilla/5.0 (compatible; Googlebot)" {
		t.Errorf("%v", second)
	}
	for path, want := range map[string]int{
		"/short-urls/menu/visits?itemsPerPage=2&page=2":          1,
		"/short-urls/menu/visits?itemsPerPage=2&page=3":          0,
		"/short-urls/menu/visits?excludeBots=true":               2,
		"/short-urls/menu/visits?startDate=2026-11-20T11:59:59Z": 2,
		"/short-urls/menu/visits?endDate=2026-11-20T11:59:59Z":   2,
		"/visits/non-orphan":                                     3,
		"/visits/non-orphan?domain=" + customHost:                0,
		"/visits/orphan":                                            1,
		"/visits/orphan?type=invalid_short_url":                     1,
		"/visits/orphan?type=base_url":                              0,
		"/tags/FOOD/visits":                                         3,
		"/domains/DEFAULT/visits":                                   3,
		"/domains/" + url.PathEscape(customHost) + "/visits?page=1": 0,
	} {
		if data, _ := d.shlink("GET", path, "").want(http.StatusOK).at("visits", "data").([]any); len(data) != want {
			t.Errorf("%s: %d visits, want %d", path, len(data), want)
		}
	}
	orphans, _ := d.shlink("GET", "/visits/orphan", "").at("visits", "data").([]any)
	if first, _ := orphans[0].(map[string]any); first["type"] != "invalid_short_url" || first["visitedUrl"] != "http://"+testkit.Host+"/missing" {
		t.Errorf("%v", orphans)
	}
	wantJSON(t, "overview", d.shlink("GET", "/visits", "").json(),
		`{"visits":{"nonOrphanVisits":{"bots":1,"nonBots":2,"total":3},"orphanVisits":{"bots":0,"nonBots":1,"total":1}}}`)
	wantJSON(t, "summary", d.shlink("GET", "/short-urls/menu", "").at("visitsSummary", "bots"), "1")
	wantJSON(t, "tag", d.shlink("GET", "/tags/stats", "").at("tags"), `{"data":[{"shortUrlsCount":1,"tag":"food","visitsSummary":{"bots":1,"nonBots":2,"total":3}}]}`)

	wantJSON(t, "too far", d.shlink("GET", "/visits/non-orphan?itemsPerPage=5000&page=3", "").want(http.StatusBadRequest).at("invalidElements"), `["page"]`)
	d.shlink("GET", "/visits/orphan?type=other", "").want(http.StatusBadRequest)
	d.shlink("GET", "/domains/nowhere.test/visits", "").want(http.StatusNotFound)
	for _, path := range []string{"/visits/orphan", "/short-urls/menu/visits"} {
		d.shlink("DELETE", path, "").want(http.StatusNotImplemented)
	}
}

func TestShlink_UserAgentsNameTheBrowserAndTheSystem(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	linkID, _ := ident.Number(d.link("", "menu").ID)
	parser := must(useragent.New(""))
	var clicks []click.Click
	for _, of := range []struct {
		os, browsers string
		device       visitor.Device
	}{
		{"Windows", "Chrome,Firefox,Edge,Opera,Vivaldi,Yandex,Internet Explorer", visitor.Desktop},
		{"macOS", "Safari,Chrome,Firefox,Edge", visitor.Desktop},
		{"Linux", "Chrome,Firefox", visitor.Desktop},
		{"ChromeOS", "Chrome", visitor.Desktop},
		{"Android", "Chrome,Edge,Firefox,Opera,Samsung Internet,DuckDuckGo,Android Browser", visitor.Mobile},
		{"iOS", "Safari,Chrome,Firefox,Edge,Opera", visitor.Mobile},
		{"iOS", "Safari", visitor.Tablet},
	} {
		for browser := range strings.SplitSeq(of.browsers, ",") {
			clicks = append(clicks, click.Click{LinkID: linkID, Outcome: visitor.Redirected, OS: of.os, Browser: browser, Device: of.device})
		}
	}
	d.clicks(clicks...)
	data, _ := d.shlink("GET", "/visits/non-orphan?itemsPerPage=-1", "").at("visits", "data").([]any)
	if len(data) != len(clicks) {
		t.Fatalf("%d visits, want %d", len(data), len(clicks))
	}
	for i, v := range data {
		text, _ := v.(map[string]any)["userAgent"].(string)
		if got := parser.Parse(text); got.OS != clicks[i].OS || got.Browser != clicks[i].Browser || got.Device != clicks[i].Device {
			t.Errorf("%s %s %s: %s is %+v", clicks[i].OS, clicks[i].Browser, clicks[i].Device, text, got)
		}
	}
}

func TestShlink_SetsRedirectRules(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	l := d.link("", "menu")
	const path = "/short-urls/menu/redirect-rules"
	wantJSON(t, "none", d.shlink("GET", path, "").want(http.StatusOK).json(), `{"defaultLongUrl":"https://example.com/menu","redirectRules":[]}`)
	rules := []string{
		`{"conditions":[{"matchKey":null,"matchValue":"android","type":"device"},{"matchKey":null,"matchValue":"de","type":"language"}],"longUrl":"https://example.com/1"`,
		`{"conditions":[{"matchKey":"a","matchValue":"b","type":"query-param"},{"matchKey":"c","matchValue":null,"type":"any-value-query-param"},` +
			`{"matchKey":"d","matchValue":null,"type":"valueless-query-param"}],"longUrl":"https://example.com/2"`,
		`{"conditions":[{"matchKey":null,"matchValue":"mobile","type":"device"},{"matchKey":null,"matchValue":"android_browser","type":"browser"}],"longUrl":"https://example.com/3"`,
		`{"conditions":[{"matchKey":null,"matchValue":"192.0.2.0/24","type":"ip-address"},{"matchKey":null,"matchValue":"DE","type":"geolocation-country-code"},` +
			`{"matchKey":null,"matchValue":"Munich","type":"geolocation-city-name"}],"longUrl":"https://example.com/4"`,
		`{"conditions":[{"matchKey":null,"matchValue":"2027-01-01T00:00:00Z","type":"before-date"},{"matchKey":null,"matchValue":"2026-01-01T00:00:00Z","type":"after-date"}],` +
			`"longUrl":"https://example.com/5"`,
	}
	sent, want := `{"redirectRules":[`+strings.Join(rules, "},")+`}]}`, `{"defaultLongUrl":"https://example.com/menu","redirectRules":[`
	for i, rule := range rules {
		want += rule + fmt.Sprintf(`,"priority":%d},`, i+1)
	}
	want = strings.TrimSuffix(want, ",") + "]}"
	wantJSON(t, "rules", d.shlink("POST", path, strings.Replace(sent, "192.0.2.0/24", "192.0.2.*", 1)).want(http.StatusOK).json(), want)
	wantJSON(t, "read", d.shlink("GET", path, "").json(), want)
	if d.shlink("GET", "/short-urls/menu", "").at("hasRedirectRules") != true {
		t.Error("hasRedirectRules is not true")
	}
	links := d.node.parts.services.links
	before := must(links.Get(t.Context(), d.owner, l.ID))
	d.shlink("POST", path, sent).want(http.StatusOK)
	if after := must(links.Get(t.Context(), d.owner, l.ID)); after.Rules[4].ID != before.Rules[4].ID || after.Rules[0].When.All[0].Field != routing.OS {
		t.Errorf("%+v", after.Rules)
	}
	for _, conditions := range []string{
		``, `{"type":"moon"}`, `{"type":"device","matchValue":"fridge"}`, `{"type":"ip-address","matchValue":"192.*.2.*"}`, `{"type":"query-param","matchValue":"x"}`,
		`{"type":"before-date","matchValue":"soon"}`, `{"type":"geolocation-country-code","matchValue":"EU"}`,
	} {
		got := d.shlink("POST", path, `{"redirectRules":[{"longUrl":"https://example.com/","conditions":[`+conditions+`]}]}`).want(http.StatusBadRequest)
		wantJSON(t, conditions, got.at("invalidElements"), `["redirectRules"]`)
	}
	d.shlink("POST", path, `{"redirectRules":[]}`).want(http.StatusOK)

	// A rule that Shlink cannot have is left out, and not lost.
	either := routing.Condition{Any: []routing.Condition{{Field: routing.Bot, Op: routing.In, Values: []json.RawMessage{json.RawMessage(`true`)}}}}
	must(links.Update(t.Context(), d.owner, l.ID, nil, func(of *link.Draft) {
		of.Rules = slices.Concat(before.Rules[:1], []routing.Rule{{When: either, Then: routing.Action{Redirect: "https://example.com/6"}}})
	}))
	if shown, _ := d.shlink("GET", path, "").want(http.StatusOK).at("redirectRules").([]any); len(shown) != 1 {
		t.Errorf("%v", shown)
	}
	d.shlink("POST", path, `{"redirectRules":[]}`).want(http.StatusUnprocessableEntity)
	if after := must(links.Get(t.Context(), d.owner, l.ID)); len(after.Rules) != 2 {
		t.Errorf("%+v", after.Rules)
	}
	d.shlink("POST", "/short-urls/menu", `{}`).want(http.StatusNotFound)
}

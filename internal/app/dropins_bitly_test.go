package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/click"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/member"
	"linnet/internal/core/visitor"
	"linnet/internal/testkit"
)

// bitly calls an endpoint with the key.
func (d *dropIns) bitly(method, path, body string) answer {
	d.t.Helper()
	return d.call(method, testkit.Host, "/v4"+path, body, "Authorization: Bearer "+d.key)
}

// bitlyGroup returns the path of the key's group.
func (d *dropIns) bitlyGroup() string {
	d.t.Helper()
	guid, _ := d.bitly("GET", "/user", "").want(http.StatusOK).at("default_group_guid").(string)
	return "/groups/" + guid
}

// ids returns the ids of a list of bitlinks.
func (a answer) ids() string {
	a.t.Helper()
	links, _ := a.want(http.StatusOK).at("links").([]any)
	ids := make([]string, len(links))
	for i := range links {
		id, _ := links[i].(map[string]any)["id"].(string)
		ids[i] = strings.TrimPrefix(id, testkit.Host+"/")
	}
	return strings.Join(ids, " ")
}

// wantProblem fails the test unless the answer is a problem of Bitly.
func (a answer) wantProblem(status int, message, resource string) answer {
	a.t.Helper()
	if a.want(status); a.at("message") != message || a.at("resource") != resource || a.at("description") == "" {
		a.t.Errorf("%s, want %s of %s", a.Body, message, resource)
	}
	return a
}

func TestBitly_AnswersOnlyCalls(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	for _, header := range []string{"X-Api-Key: " + d.key, "Authorization: Basic " + d.key, "Authorization: Bearer", "Authorization: "} {
		d.call("GET", testkit.Host, "/v4/user", "", header).want(http.StatusNotFound)
	}
	d.call("GET", testkit.Host, "/v4/campaigns", "", "Authorization: "+d.key).want(http.StatusNotFound)
	for _, header := range []string{"Authorization: " + d.key, "Authorization: Bearer " + d.key, "authorization: bearer  " + d.key} {
		d.call("GET", customHost, "/v4/user", "", header).want(http.StatusOK)
	}
	got := d.call("GET", testkit.Host, "/v4/bitlinks/bit.ly/menu", "", "Authorization: wrong").wantProblem(http.StatusForbidden, "FORBIDDEN", "bitlinks")
	if got.Header().Get("WWW-Authenticate") != "" {
		t.Errorf("%v", got.Header())
	}
	d.link(customHost, "v4")
	d.call("GET", customHost, "/v4", "", "Authorization: "+d.key).want(http.StatusFound)

	d.link("", "menu")
	reader := d.newKey(apikey.Settings{Scopes: []access.Scope{access.LinksRead}})
	group := d.bitlyGroup()
	for _, call := range []string{
		"POST /shorten", "POST /bitlinks", "PATCH /bitlinks/bit.ly/menu", "DELETE /bitlinks/bit.ly/menu", "POST /custom_bitlinks",
		"GET /bitlinks/bit.ly/menu/clicks", "GET /bitlinks/bit.ly/menu/clicks/summary", "GET /bitlinks/bit.ly/menu/countries",
		"GET /bitlinks/bit.ly/menu/qr", "GET /bsds", "PATCH " + group + "/bitlinks", "GET " + group + "/bitlinks/clicks", "GET " + group + "/cities",
	} {
		method, path, _ := strings.Cut(call, " ")
		if got := d.call(method, testkit.Host, "/v4"+path, "", "Authorization: "+reader).want(http.StatusForbidden); got.at("message") != "FORBIDDEN" {
			t.Errorf("%s: %s", call, got.Body)
		}
	}
	for _, path := range []string{"/bitlinks/bit.ly/menu", "/user", "/groups", group, group + "/bitlinks", group + "/tags", "/organizations"} {
		d.call("GET", testkit.Host, "/v4"+path, "", "Authorization: "+reader).want(http.StatusOK)
	}
}

func TestBitly_ShortensOncePerDestination(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	// As npm's client sends it.
	made := d.bitly("POST", "/shorten", `{"domain":"bit.ly","long_url":"https://example.com/a"}`).want(http.StatusCreated)
	id, _ := made.at("id").(string)
	if made.at("link") != "http://"+id || !strings.HasPrefix(id, testkit.Host+"/") || made.at("title") != nil || made.at("expiration_at") != nil {
		t.Errorf("%s", made.Body)
	}
	for field, want := range map[string]string{
		"custom_bitlinks": "[]", "tags": "[]", "deeplinks": "[]", "launchpad_ids": "[]", "campaign_ids": "[]", "qr_code_ids": "[]",
		"archived": "false", "is_deleted": "false", "client_id": `""`, "created_at": `"2026-11-20T12:00:00+0000"`,
		"created_by": `"` + d.owner.UserID + `"`, "long_url": `"https://example.com/a"`,
	} {
		wantJSON(t, field, made.at(field), want)
	}
	wantJSON(t, "references", made.at("references", "group"), `"http://`+testkit.Host+"/v4"+d.bitlyGroup()+`"`)
	if again := d.bitly("POST", "/shorten", `{"long_url":"https://example.com/a"}`).want(http.StatusOK); again.at("id") != id {
		t.Errorf("%s", again.Body)
	}
	onCustom := d.bitly("POST", "/shorten", `{"long_url":"https://example.com/a","domain":"`+customHost+`"}`).want(http.StatusCreated)
	if link, _ := onCustom.at("link").(string); !strings.HasPrefix(link, "http://"+customHost+"/") {
		t.Errorf("%s", onCustom.Body)
	}
	byHost := d.call("POST", customHost, "/v4/shorten", `{"long_url":"https://example.com/a"}`, "Authorization: "+d.key).want(http.StatusOK)
	if byHost.at("id") != onCustom.at("id") {
		t.Errorf("%s", byHost.Body)
	}
	// A link that does not lead every visitor to the destination is no answer.
	d.bitly("PATCH", "/bitlinks/"+id, `{"expiration_at":"2026-12-01T00:00:00+0100"}`).want(http.StatusOK)
	if other := d.bitly("POST", "/shorten", `{"long_url":"https://example.com/a","title":"New","tags":["x"]}`).want(http.StatusCreated); other.at("title") != "New" {
		t.Errorf("%s", other.Body)
	}
}

func TestBitly_NamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "menu")
	pending, err := d.node.parts.services.domains.Create(t.Context(), d.owner, "new.brand.test")
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]struct {
		status         int
		message, field string
	}{
		`{`:                                  {422, "UNPROCESSABLE_ENTITY", ""},
		`[]`:                                 {422, "UNPROCESSABLE_ENTITY", ""},
		`{"long_url":5}`:                     {400, "INVALID_ARG_LONG_URL", "long_url"},
		`{}`:                                 {400, "INVALID_ARG_LONG_URL", "long_url"},
		`{"long_url":"example.com"}`:         {400, "INVALID_ARG_LONG_URL", "long_url"},
		`{"long_url":"javascript:alert(1)"}`: {400, "INVALID_ARG_LONG_URL", "long_url"},
		`{"long_url":"http://` + testkit.Host + `/menu"}`:                          {400, "ALREADY_A_BITLY_LINK", "long_url"},
		`{"long_url":"https://a.test","domain":"nowhere.test"}`:                    {400, "INVALID_ARG_DOMAIN", "domain"},
		`{"long_url":"https://a.test","domain":"` + pending.Host + `"}`:            {417, "EXPECTATION_FAILED", ""},
		`{"long_url":"https://a.test","group_guid":"Bother"}`:                      {403, "FORBIDDEN", ""},
		`{"long_url":"https://a.test","keyword":"menu"}`:                           {409, "CONFLICT", "keyword"},
		`{"long_url":"https://a.test","keyword":"v4/user"}`:                        {409, "CONFLICT", "keyword"},
		`{"long_url":"https://a.test","keyword":"a b"}`:                            {400, "INVALID_ARG_KEYWORD", "keyword"},
		`{"long_url":"https://a.test","expiration_at":"soon"}`:                     {400, "INVALID_ARG_EXPIRATION_AT", "expiration_at"},
		`{"long_url":"https://a.test","tags":["` + strings.Repeat("x", 51) + `"]}`: {400, "INVALID_ARG_TAGS", "tags"},
		`{"bitlink_id":"bit.ly/menu"}`:                                             {400, "INVALID_ARG_KEYWORD", "keyword"},
		`{"bitlink_id":"bit.ly/nothing","keyword":"x"}`:                            {404, "NOT_FOUND", ""},
		`{"long_url":"` + strings.Repeat("x", 2<<20) + `"}`:                        {422, "UNPROCESSABLE_ENTITY", ""},
	} {
		got := d.bitly("POST", "/bitlinks", body).wantProblem(want.status, want.message, "bitlinks")
		errors, _ := got.at("errors").([]any)
		switch {
		case want.field == "" && errors != nil:
			t.Errorf("%.80s: %s", body, got.Body)
		case want.field != "":
			first, _ := errors[0].(map[string]any)
			if first["field"] != want.field || first["error_code"] != "invalid" || first["message"] == "" {
				t.Errorf("%.80s: %s", body, got.Body)
			}
		}
	}
	if got := d.bitly("POST", "/shorten", `{"long_url":"https://a.test","domain":"new.brand.test"}`); got.at("code") != "DNS_CONFIGURATION_ERROR" {
		t.Errorf("%s", got.Body)
	}
}

func TestBitly_ChangesBitlinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	const draft = `{"long_url":"https://example.com/a","keyword":"Menu","title":"A title","tags":["b","a"],"expiration_at":"2026-12-01T00:00:00+0100","deeplinks":[{"app_id":"x"}]}`
	made := d.bitly("POST", "/bitlinks", draft).want(http.StatusCreated)
	id := testkit.Host + "/Menu"
	if made.at("id") != id || made.at("title") != "A title" || made.at("expiration_at") != "2026-11-30T23:00:00+0000" {
		t.Errorf("%s", made.Body)
	}
	wantJSON(t, "tags", made.at("tags"), `["a","b"]`)
	if again := d.bitly("POST", "/bitlinks", draft).want(http.StatusOK); again.at("id") != id {
		t.Errorf("%s", again.Body)
	}
	d.bitly("POST", "/bitlinks", `{"long_url":"https://example.com/a","title":"Another"}`).want(http.StatusCreated)

	// The npm client rewrites ids to those of bit.ly, or sends an alias or a short URL.
	for _, as := range []string{"bit.ly/menu", "j.mp/MENU", url.PathEscape(id), id, "menu"} {
		if got := d.bitly("GET", "/bitlinks/"+as, "").want(http.StatusOK); got.at("id") != id {
			t.Errorf("%s: %s", as, got.Body)
		}
	}
	expanded := d.bitly("POST", "/expand", `{"domain":"bit.ly","bitlink_id":"http://`+id+`"}`).want(http.StatusOK)
	wantJSON(t, "expanded", expanded.json(), `{"created_at":"2026-11-20T12:00:00+0000","id":"`+id+`","link":"http://`+id+`","long_url":"https://example.com/a"}`)

	changed := d.bitly("PATCH", "/bitlinks/"+id, `{"long_url":"https://example.com/b","title":null,"tags":["c"],"archived":true,"expiration_at":null,"deeplinks":[]}`).
		want(http.StatusOK)
	if changed.at("long_url") != "https://example.com/b" || changed.at("title") != nil || changed.at("archived") != true || changed.at("expiration_at") != nil {
		t.Errorf("%s", changed.Body)
	}
	if got := d.bitly("PATCH", "/bitlinks/"+id, `{"archived":false}`).want(http.StatusOK); got.at("archived") != false || got.at("long_url") != "https://example.com/b" {
		t.Errorf("%s", got.Body)
	}
	d.bitly("PATCH", "/bitlinks/"+id, `{"long_url":"http://`+id+`"}`).wantProblem(http.StatusBadRequest, "ALREADY_A_BITLY_LINK", "bitlinks")
	d.bitly("PATCH", "/bitlinks/"+id, `{"expiration_at":"soon"}`).wantProblem(http.StatusBadRequest, "INVALID_ARG_EXPIRATION_AT", "bitlinks")

	// The id stays, and further back-halves are custom bitlinks, newest first.
	custom := d.bitly("POST", "/custom_bitlinks", `{"bitlink_id":"`+id+`","custom_bitlink":"bit.ly/dinner/spring"}`).want(http.StatusOK)
	if custom.at("custom_bitlink") != testkit.Host+"/dinner/spring" || custom.at("bitlink", "id") != id {
		t.Errorf("%s", custom.Body)
	}
	renamed := d.bitly("POST", "/bitlinks", `{"bitlink_id":"`+id+`","keyword":"supper"}`).want(http.StatusOK)
	wantJSON(t, "custom_bitlinks", renamed.at("custom_bitlinks"), fmt.Sprintf(`["http://%[1]s/supper","http://%[1]s/dinner/spring"]`, testkit.Host))
	if got := d.bitly("GET", "/bitlinks/bit.ly/dinner/spring", "").want(http.StatusOK); got.at("id") != id {
		t.Errorf("%s", got.Body)
	}
	for body, message := range map[string]string{
		`{"bitlink_id":"` + id + `","custom_bitlink":"` + customHost + `/x"}`: "INVALID_ARG_CUSTOM_BITLINK",
		`{"bitlink_id":"` + id + `","custom_bitlink":"x"}`:                    "INVALID_ARG_CUSTOM_BITLINK",
		`{"custom_bitlink":"bit.ly/x"}`:                                       "INVALID_ARG_BITLINK_ID",
	} {
		d.bitly("POST", "/custom_bitlinks", body).wantProblem(http.StatusBadRequest, message, "bitlinks")
	}

	wantJSON(t, "deleted", d.bitly("DELETE", "/bitlinks/bit.ly/menu", "").want(http.StatusOK).json(), `{"links_deleted":[{"id":"`+id+`"}]}`)
	d.bitly("GET", "/bitlinks/"+id, "").wantProblem(http.StatusGone, "GONE", "bitlinks")
	d.bitly("GET", "/bitlinks/bit.ly/supper", "").wantProblem(http.StatusGone, "GONE", "bitlinks")
	d.bitly("GET", "/bitlinks/"+customHost+"/menu", "").wantProblem(http.StatusNotFound, "NOT_FOUND", "bitlinks")
	d.bitly("GET", "/bitlinks/nowhere.test/menu", "").wantProblem(http.StatusNotFound, "NOT_FOUND", "bitlinks")
}

func TestBitly_ReadsAliasesThatEndLikeParts(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "clicks")
	d.link("", "menu/clicks")
	for path, want := range map[string]any{
		"/bitlinks/bit.ly/clicks":                                 "clicks",
		"/bitlinks/" + testkit.Host + "%2Fmenu%2Fclicks":          "menu/clicks",
		"/bitlinks/" + testkit.Host + "%2Fmenu%2Fclicks/clicks":   nil,
		"/bitlinks/clicks/clicks/summary":                         nil,
		"/bitlinks/bit.ly/menu/clicks/clicks":                     nil,
		"/bitlinks/" + testkit.Host + "/clicks/referring_domains": nil,
	} {
		got := d.bitly("GET", path, "").want(http.StatusOK)
		if want != nil && got.at("id") != testkit.Host+"/"+want.(string) || want == nil && got.at("unit") != "day" {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
}

func TestBitly_ListsTheGroupsBitlinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	group := d.bitlyGroup()
	for i, fields := range []string{`"tags":["x"]`, `"tags":["y"]`, `"title":"needle"`, `"expiration_at":"2026-11-21T00:00:00Z"`} {
		d.bitly("POST", "/bitlinks", fmt.Sprintf(`{"long_url":"https://example.com/%d","keyword":"c%[1]d",%s}`, i, fields)).want(http.StatusCreated)
		d.clock.Advance(time.Minute)
	}
	d.bitly("PATCH", "/bitlinks/bit.ly/c2", `{"archived":true}`).want(http.StatusOK)
	d.clock.Advance(24 * time.Hour)
	start := d.clock.Now().Add(-24 * time.Hour).Unix()
	for query, want := range map[string]string{
		"":                             "c3 c1 c0",
		"archived=on":                  "c2",
		"archived=both":                "c3 c2 c1 c0",
		"tags=x&tags=y":                "c1 c0",
		"query=needle&archived=both":   "c2",
		"is_expired=off":               "c1 c0",
		"size=2":                       "c3 c1",
		"custom_bitlink=both&size=500": "c3 c1 c0",
		fmt.Sprintf("created_after=%d&archived=both", start-3*60):  "c3 c2 c1",
		fmt.Sprintf("created_before=%d&archived=both", start-3*60): "c0",
	} {
		if got := d.bitly("GET", group+"/bitlinks?"+query, "").ids(); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	first := d.bitly("GET", group+"/bitlinks?size=3&archived=both", "")
	next, _ := first.at("pagination", "next").(string)
	path, ok := strings.CutPrefix(next, "http://"+testkit.Host+"/v4")
	if !ok || first.at("pagination", "size") != 3.0 || first.at("pagination", "search_after") == "" {
		t.Fatalf("%s", first.Body)
	}
	last := d.bitly("GET", path, "")
	if last.ids() != "c0" {
		t.Errorf("%s", last.Body)
	}
	wantJSON(t, "pagination", last.at("pagination"), `{"next":"","search_after":"","size":3}`)
	for _, query := range []string{
		"size=0", "size=x", "created_after=x", "created_before=-1", "archived=maybe", "is_expired=on", "has_expiration=on", "custom_bitlink=on",
		"campaign_guid=x", "search_after=x",
	} {
		name, _, _ := strings.Cut(query, "=")
		d.bitly("GET", group+"/bitlinks?"+query, "").wantProblem(http.StatusBadRequest, "INVALID_ARG_"+strings.ToUpper(name), "bitlinks")
	}
}

func TestBitly_ChangesManyBitlinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	path := d.bitlyGroup() + "/bitlinks"
	for _, alias := range []string{"a", "b"} {
		d.link("", alias)
	}
	got := d.bitly("PATCH", path, `{"action":"edit_tags","add_tags":["New","old"],"links":["bit.ly/a","`+testkit.Host+`/A","bit.ly/b","bit.ly/nothing",""]}`)
	wantJSON(t, "changed", got.want(http.StatusOK).at("links"), fmt.Sprintf(`["%[1]s/a","%[1]s/b"]`, testkit.Host))
	d.bitly("PATCH", path, `{"action":"edit_tags","remove_tags":["new"],"links":["bit.ly/a"]}`).want(http.StatusOK)
	wantJSON(t, "tags", d.bitly("GET", "/bitlinks/bit.ly/a", "").at("tags"), `["old"]`)
	wantJSON(t, "tags", d.bitly("GET", "/bitlinks/bit.ly/b", "").at("tags"), `["New","old"]`)
	d.bitly("PATCH", path, `{"action":"archive","archive":true,"links":["bit.ly/b"]}`).want(http.StatusOK)
	if got := d.bitly("GET", path, "").ids(); got != "a" {
		t.Errorf("%s", got)
	}
	wantJSON(t, "none", d.bitly("PATCH", path, `{"action":"archive","archive":true,"links":["bit.ly/nothing"]}`).want(http.StatusOK).json(), `{"links":[]}`)
	for body, message := range map[string]string{
		`{"action":"delete","links":["a"]}`:                                                          "INVALID_ARG_ACTION",
		`{"action":"archive","links":["a"]}`:                                                         "INVALID_ARG_ARCHIVE",
		`{"action":"archive","archive":true}`:                                                        "INVALID_ARG_LINKS",
		`{"action":"edit_tags","links":["` + strings.Repeat(`a","`, 100) + `b"]}`:                    "INVALID_ARG_LINKS",
		`{"action":"edit_tags","add_tags":["` + strings.Repeat("x", 51) + `"],"links":["bit.ly/a"]}`: "INVALID_ARG_TAGS",
	} {
		d.bitly("PATCH", path, body).wantProblem(http.StatusBadRequest, message, "bitlinks")
	}
}

func TestBitly_ReturnsUserGroupAndOrganization(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	user := d.bitly("GET", "/user", "").want(http.StatusOK)
	guid, _ := user.at("default_group_guid").(string)
	if user.at("login") != d.owner.UserID || len(guid) != 11 || guid[0] != 'B' || user.at("is_active") != true {
		t.Errorf("%s", user.Body)
	}
	group := d.bitly("GET", "/groups/"+guid, "").want(http.StatusOK)
	organization, _ := group.at("organization_guid").(string)
	if group.at("guid") != guid || organization != "O"+guid[1:] || group.at("role") != "org-admin" ||
		group.at("references", "organization") != "http://"+testkit.Host+"/v4/organizations/"+organization {
		t.Errorf("%s", group.Body)
	}
	wantJSON(t, "bsds", group.at("bsds"), `["`+customHost+`"]`)
	wantJSON(t, "bsds", d.bitly("GET", "/bsds", "").want(http.StatusOK).json(), `{"bsds":["`+customHost+`"]}`)
	wantJSON(t, "groups", d.bitly("GET", "/groups?organization_guid="+organization, "").want(http.StatusOK).at("groups"), "["+string(must(json.Marshal(group.json())))+"]")
	all, _ := d.bitly("GET", "/organizations", "").want(http.StatusOK).at("organizations").([]any)
	if one := d.bitly("GET", "/organizations/"+organization, "").want(http.StatusOK); len(all) != 1 || one.at("guid") != organization || one.at("tier_display_name") == "" {
		t.Errorf("%s", one.Body)
	}
	d.bitly("POST", "/bitlinks", `{"long_url":"https://example.com/a","tags":["b","A"]}`).want(http.StatusCreated)
	wantJSON(t, "tags", d.bitly("GET", "/groups/"+guid+"/tags", "").want(http.StatusOK).json(), `{"tags":["A","b"]}`)
	for _, path := range []string{"", "/tags", "/bitlinks", "/bitlinks/clicks", "/countries"} {
		d.bitly("GET", "/groups/Bother12345"+path, "").want(http.StatusForbidden)
	}
	d.bitly("PATCH", "/groups/Bother12345/bitlinks", `{}`).wantProblem(http.StatusForbidden, "FORBIDDEN", "bitlinks")
	d.bitly("GET", "/organizations/Oother12345", "").wantProblem(http.StatusForbidden, "FORBIDDEN", "organizations")
	d.bitly("GET", "/groups?organization_guid=Oother", "").wantProblem(http.StatusForbidden, "FORBIDDEN", "groups")
}

func TestBitly_HidesWhatTheKeyMayNotSee(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	other := testkit.Owner(t, d.node.parts.records)
	testkit.Domain(t, d.node.parts.records, other.WorkspaceID, "go.other.test")
	alias, s := "secret", link.DefaultSettings()
	s.URL = "https://example.com/secret"
	for _, host := range []string{"", "go.other.test"} {
		if _, err := d.node.parts.services.links.Create(t.Context(), other, link.Draft{Domain: host, Alias: &alias, Settings: s}); err != nil {
			t.Fatal(err)
		}
	}
	group := d.bitlyGroup()
	for _, id := range []string{"bit.ly/secret", testkit.Host + "/secret", "go.other.test/secret", "secret"} {
		for _, part := range []string{"", "/clicks", "/clicks/summary", "/countries", "/qr"} {
			d.bitly("GET", "/bitlinks/"+id+part, "").wantProblem(http.StatusNotFound, "NOT_FOUND", "bitlinks")
		}
		d.bitly("PATCH", "/bitlinks/"+id, `{"title":"x"}`).want(http.StatusNotFound)
		d.bitly("DELETE", "/bitlinks/"+id, "").want(http.StatusNotFound)
		wantJSON(t, id, d.bitly("PATCH", group+"/bitlinks", `{"action":"archive","archive":true,"links":["`+id+`"]}`).want(http.StatusOK).json(), `{"links":[]}`)
	}
	d.call("GET", "go.other.test", "/v4/user", "", "Authorization: "+d.key).wantProblem(http.StatusForbidden, "FORBIDDEN", "user")
	d.bitly("POST", "/shorten", `{"long_url":"https://a.test","domain":"go.other.test"}`).wantProblem(http.StatusBadRequest, "INVALID_ARG_DOMAIN", "bitlinks")
	if made := d.bitly("POST", "/shorten", `{"long_url":"https://example.com/secret"}`).want(http.StatusCreated); made.at("id") == testkit.Host+"/secret" {
		t.Errorf("%s", made.Body)
	}
}

func TestBitly_HidesFoldersOfOthers(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	hidden, seen := d.link("", "hidden"), d.link("", "seen")
	s := d.node.parts.services
	folder := must(s.labels.Create(t.Context(), d.owner, label.Folder, label.Settings{Name: "Private"}))
	must(s.labels.SetAccess(t.Context(), d.owner, folder.ID, label.Access{Restricted: true}))
	must(s.links.Update(t.Context(), d.owner, hidden.ID, nil, func(draft *link.Draft) { draft.FolderID = folder.ID }))
	var clicks []click.Click
	for _, l := range []*link.Link{hidden, seen} {
		linkID, _ := ident.Number(l.ID)
		domainID, _ := ident.Number(l.DomainID)
		clicks = append(clicks, click.Click{LinkID: linkID, DomainID: domainID, Outcome: visitor.Redirected, Place: visitor.Place{Country: "DE"}})
	}
	d.clicks(clicks...)
	group := d.bitlyGroup()
	if got := d.bitly("GET", group+"/bitlinks", "").ids(); got != "hidden seen" && got != "seen hidden" {
		t.Errorf("the owner sees %s", got)
	}

	owner := d.owner
	d.owner = d.join(access.Admin)
	d.key = d.newKey(apikey.Settings{Scopes: access.AllScopes()})
	must(s.members.SetRole(t.Context(), owner, d.owner.UserID, access.Editor))
	for _, part := range []string{"", "/clicks", "/clicks/summary", "/referrers", "/qr"} {
		d.bitly("GET", "/bitlinks/bit.ly/hidden"+part, "").wantProblem(http.StatusNotFound, "NOT_FOUND", "bitlinks")
	}
	for path, want := range map[string]string{"/bitlinks": "seen", "/bitlinks/clicks": "seen", "/bitlinks?query=hidden": ""} {
		if got := d.bitly("GET", group+path, "").ids(); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	wantJSON(t, "countries", d.bitly("GET", group+"/countries", "").at("metrics"), `[{"clicks":1,"value":"DE"}]`)
	wantJSON(t, "changed", d.bitly("PATCH", group+"/bitlinks", `{"action":"archive","archive":true,"links":["bit.ly/hidden"]}`).at("links"), `[]`)
	d.bitly("POST", "/shorten", `{"long_url":"https://example.com/hidden"}`).want(http.StatusCreated)
}

// join makes another user a member of the workspace and returns them in it.
func (d *dropIns) join(as access.Role) access.Actor {
	d.t.Helper()
	s := d.node.parts.services
	user := testkit.Owner(d.t, d.node.parts.records)
	user.AuthenticatedAt = d.clock.Now()
	_, invitation, err := s.members.Invite(d.t.Context(), d.owner, member.Draft{Email: user.UserID + "@example.com", Role: as})
	if err != nil {
		d.t.Fatal(err)
	}
	workspaceID, err := s.members.Accept(d.t.Context(), user, invitation[strings.LastIndex(invitation, "/")+1:], "")
	if err != nil {
		d.t.Fatal(err)
	}
	user.WorkspaceID = ""
	joined, err := s.workspaces.ActorFor(d.t.Context(), user, workspaceID)
	if err != nil {
		d.t.Fatal(err)
	}
	return joined
}

func TestBitly_FollowsTheDomainOfNewLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "oldest")
	d.chooseDomain(customHost)
	made, _ := d.bitly("POST", "/shorten", `{"long_url":"https://example.com/a","domain":"bit.ly"}`).want(http.StatusCreated).at("id").(string)
	alias, ok := strings.CutPrefix(made, customHost+"/")
	if got := d.bitly("GET", "/bitlinks/bit.ly/"+alias, "").want(http.StatusOK).at("id"); got != made || !ok {
		t.Errorf("%v is %v", made, got)
	}
	d.bitly("GET", "/bitlinks/bit.ly/oldest", "").want(http.StatusOK)
	d.call("GET", customHost, "/v4/bitlinks/bit.ly/oldest", "", "Authorization: "+d.key).want(http.StatusNotFound)
}

package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/testkit"
)

// dub calls an endpoint with the key.
func (d *dropIns) dub(method, path, body string) answer {
	d.t.Helper()
	return d.call(method, testkit.Host, "/api/dub"+path, body, "Authorization: Bearer "+d.key)
}

// list returns the body, which is a list of objects.
func (a answer) list() []map[string]any {
	a.t.Helper()
	var out []map[string]any
	if err := json.Unmarshal(a.want(http.StatusOK).Body.Bytes(), &out); err != nil {
		a.t.Fatalf("%s: %v", a.Body, err)
	}
	return out
}

// fails fails the test unless the answer is an error of Dub with a code, and returns the message.
func (a answer) fails(status int, code string) string {
	a.t.Helper()
	if got := a.want(status).at("error", "code"); got != code {
		a.t.Errorf("code %v, want %s: %s", got, code, a.Body)
	}
	text, _ := a.at("error", "message").(string)
	return text
}

// valuesOf returns the values of a field of objects, separated by spaces.
func valuesOf(list []map[string]any, field string) string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = fmt.Sprint(item[field])
	}
	return strings.Join(texts, " ")
}

func TestDub_AnswersOnlyCalls(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.call("GET", customHost, "/api/dub/links", "").want(http.StatusNotFound)
	d.call("GET", customHost, "/api/dub/links", "", "Authorization: Bearer "+d.key).want(http.StatusOK)
	d.call("GET", testkit.Host, "/api/dub/links", "", "Authorization: Basic "+d.key).want(http.StatusNotFound)
	d.call("GET", testkit.Host, "/api/dub/links", "", "Authorization: Bearer wrong").fails(http.StatusUnauthorized, "unauthorized")
	d.call("GET", testkit.Host, "/api/v1/links", "", "Authorization: Bearer "+d.key).want(http.StatusOK)
	d.call("GET", testkit.Host, "/api/dub/links", "", "X-Api-Key: "+d.key).want(http.StatusNotFound)
	for _, path := range []string{"/partners", "/partners/analytics", "/customers/cus_1", "/commissions", "/domains/status", "/discount-codes"} {
		d.dub("GET", path, "").fails(http.StatusNotFound, "not_found")
	}
	for _, path := range []string{"/domains/register", "/tokens/embed/referrals", "/partners/links"} {
		d.dub("POST", path, "{}").fails(http.StatusNotFound, "not_found")
	}
	reader := d.newKey(apikey.Settings{Scopes: []access.Scope{access.LinksRead}})
	for _, call := range []string{
		"POST /links", "PUT /links/upsert", "POST /links/bulk", "PATCH /links/bulk", "DELETE /links/bulk", "PATCH /links/x", "PUT /links/x", "DELETE /links/x",
		"POST /tags", "PATCH /tags/x", "DELETE /tags/x", "POST /folders", "PATCH /folders/x", "DELETE /folders/x", "GET /domains", "POST /domains",
		"PATCH /domains/x", "DELETE /domains/x", "GET /analytics", "GET /events", "GET /qr", "POST /track/lead", "POST /track/sale",
	} {
		method, path, _ := strings.Cut(call, " ")
		d.call(method, testkit.Host, "/api/dub"+path, "", "Authorization: Bearer "+reader).fails(http.StatusForbidden, "forbidden")
	}
	newDropInTest(t, "kutt").dub("GET", "/links", "").want(http.StatusNotFound)
}

func TestDub_CreatesEditsAndDeletesLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	tag := d.dub("POST", "/tags", `{"name":"Food","color":"red"}`).want(http.StatusCreated).at("id")
	folder := d.dub("POST", "/folders", `{"name":"Print","accessLevel":"write"}`).want(http.StatusCreated).at("id")
	made := d.dub("POST", "/links", fmt.Sprintf(`{"url":"example.com/a?x=1","key":"Menu","externalId":"ext_42","tagIds":"%s","folderId":"%s","comments":"Printed",`+
		`"expiresAt":"2027-01-01T00:00:00+01:00","expiredUrl":"https://example.com/gone","password":"secret","trackConversion":true,"doIndex":true,"proxy":true,`+
		`"title":"Title","description":"Text","image":"https://example.com/a.png","utm_source":"news","ref":"r","ios":"https://example.com/ios",`+
		`"geo":{"de":"https://example.com/de","AT":"https://example.com/at"},"video":null,"rewrite":false,"tenantId":null,"webhookIds":[]}`, tag, folder)).want(http.StatusOK).json()
	id, _ := made["id"].(string)
	const code = "http%3A%2F%2F"
	want := fmt.Sprintf(`{"android":null,"archived":false,"clicks":0,"comments":"Printed","conversions":0,"createdAt":"2026-11-20T12:00:00.000Z","description":"Text",`+
		`"disabledAt":null,"doIndex":true,"domain":"%s","expiredUrl":"https://example.com/gone","expiresAt":"2026-12-31T23:00:00.000Z","externalId":"42","folderId":"%s",`+
		`"geo":{"AT":"https://example.com/at","DE":"https://example.com/de"},"id":"%s","image":"https://example.com/a.png","ios":"https://example.com/ios","key":"Menu",`+
		`"lastClicked":null,"leads":0,"partnerId":null,"password":null,"programId":null,"projectId":"%[4]s","proxy":true,"publicStats":false,`+
		`"qrCode":"http://%[1]s/api/dub/qr?url=%[5]s","rewrite":false,"saleAmount":0,"sales":0,"shortLink":"http://%[1]s/Menu",`+
		`"tagId":"%[6]s","tags":[{"color":"red","id":"%[6]s","name":"Food"}],"tenantId":null,"testCompletedAt":null,"testStartedAt":null,"testVariants":null,"title":"Title",`+
		`"trackConversion":true,"updatedAt":"2026-11-20T12:00:00.000Z","url":"https://example.com/a?x=1","userId":"%[7]s","utm_campaign":null,"utm_content":null,`+
		`"utm_medium":null,"utm_source":"news","utm_term":null,"video":null,"webhookIds":[],"workspaceId":"%[4]s"}`,
		testkit.Host, folder, id, d.owner.WorkspaceID, code+url.QueryEscape(testkit.Host+"/Menu?qr=1"), tag, d.owner.UserID)
	wantJSON(t, "made", made, want)
	for _, path := range []string{"/links/" + id, "/links/ext_42", "/links/info?linkId=" + id, "/links/info?externalId=42", "/links/info?externalId=ext_42", "/links/info?domain=" + testkit.Host + "&key=menu"} {
		wantJSON(t, path, d.dub("GET", path, "").want(http.StatusOK).json(), want)
	}
	stored := must(d.node.parts.services.links.Get(t.Context(), d.owner, id))
	if stored.UTM.Ref != "r" || stored.PasswordHash == "" || len(stored.Rules) != 3 || stored.Rules[1].Name != "dub:geo:AT" {
		t.Errorf("%+v", stored.Settings)
	}

	edited := d.dub("PATCH", "/links/ext_42", `{"key":"dinner","expiresAt":null,"password":null,"proxy":false,"tagNames":[],"folderId":null,"geo":null,"utm_source":null,"archived":true}`).
		want(http.StatusOK)
	for field, want := range map[string]any{
		"key": "dinner", "expiresAt": nil, "proxy": false, "title": "Title", "description": nil, "folderId": nil, "geo": nil, "utm_source": nil, "archived": true,
		"ios": "https://example.com/ios", "comments": "Printed", "tagId": nil, "externalId": "42",
	} {
		if got := edited.at(field); got != want {
			t.Errorf("%s is %v, want %v", field, got, want)
		}
	}
	if got := d.dub("PUT", "/links/"+id, `{"archived":false}`).want(http.StatusOK); got.at("archived") != false || got.at("key") != "dinner" {
		t.Errorf("%s", got.Body)
	}
	if d.dub("DELETE", "/links/"+id, "").want(http.StatusOK).at("id") != id {
		t.Error("the id of the deleted link is missing")
	}
	for _, path := range []string{"/links/" + id, "/links/ext_42", "/links/ext_", "/links/", "/links/info?externalId=42", "/links/info?linkId=x", "/links/info?domain=nowhere.test&key=a"} {
		d.dub("GET", path, "").fails(http.StatusNotFound, "not_found")
	}
	d.dub("GET", "/links/info?key=a", "").fails(http.StatusBadRequest, "bad_request")

	random, _ := d.dub("POST", "/links", `{"url":"https://example.com/r","prefix":"/c/","keyLength":12}`).want(http.StatusOK).at("key").(string)
	if !strings.HasPrefix(random, "c/") || len(random) != 14 {
		t.Errorf("%s", random)
	}
	slashed := d.dub("POST", "/links", `{"url":"https://example.com/s","externalId":"a/b c"}`).want(http.StatusOK).at("id")
	if got := d.dub("GET", "/links/ext_"+url.PathEscape("a/b c"), "").want(http.StatusOK).at("id"); got != slashed {
		t.Errorf("%v", got)
	}
	custom := d.call("POST", customHost, "/api/dub/links", `{"url":"https://example.com/e","key":"e"}`, "Authorization: Bearer "+d.key).want(http.StatusOK)
	if custom.at("shortLink") != "http://"+customHost+"/e" {
		t.Errorf("%s", custom.Body)
	}
}

func TestDub_NamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "taken")
	for body, want := range map[string]struct {
		status     int
		code, text string
	}{
		`{`:                                      {400, "bad_request", "JSON"},
		`{}`:                                     {422, "unprocessable_entity", "url: "},
		`{"url":5}`:                              {422, "unprocessable_entity", "url: "},
		`{"url":" "}`:                            {422, "unprocessable_entity", "url: "},
		`{"url":"javascript:alert(1)"}`:          {422, "unprocessable_entity", "url: "},
		`{"url":"https://a.test","key":"TAKEN"}`: {409, "conflict", "key: "},
		`{"url":"https://a.test","key":"dashboard"}`:                           {409, "conflict", "key: "},
		`{"url":"https://a.test","key":"api/dub/links"}`:                       {409, "conflict", "key: "},
		`{"url":"https://a.test","domain":"nowhere.test"}`:                     {403, "forbidden", "domain: "},
		`{"url":"https://a.test","tagIds":["tag_0000000000001"]}`:              {422, "unprocessable_entity", "tagIds: "},
		`{"url":"https://a.test","tagId":"x"}`:                                 {422, "unprocessable_entity", "tagIds: "},
		`{"url":"https://a.test","tagNames":"none"}`:                           {422, "unprocessable_entity", "tagNames: "},
		`{"url":"https://a.test","tagIds":5}`:                                  {422, "unprocessable_entity", "tagIds: "},
		`{"url":"https://a.test","folderId":"x"}`:                              {422, "unprocessable_entity", "folderId: "},
		`{"url":"https://a.test","expiresAt":"soon"}`:                          {422, "unprocessable_entity", "expiresAt: "},
		`{"url":"https://a.test","keyLength":2}`:                               {422, "unprocessable_entity", "keyLength: "},
		`{"url":"https://a.test","geo":{"XXX":"https://b.test"}}`:              {422, "unprocessable_entity", "geo, "},
		`{"url":"https://a.test","ios":"javascript:x"}`:                        {422, "unprocessable_entity", "geo, ios"},
		`{"url":"https://a.test","proxy":true,"image":"data:x"}`:               {422, "unprocessable_entity", "image: "},
		`{"url":"https://a.test","testVariants":[{"url":"b","percentage":9}]}`: {422, "unprocessable_entity", "testVariants: "},
		`[]`:                                     {400, "bad_request", "JSON"},
		`{"url":"https://a.test","key":"_root"}`: {422, "unprocessable_entity", "key: "},
		`{"url":"https://a.test","rewrite":true}`:      {422, "unprocessable_entity", "rewrite: "},
		`{"url":"https://a.test","tenantId":"t"}`:      {422, "unprocessable_entity", "tenantId: "},
		`{"url":"https://a.test","webhookIds":["w"]}`:  {422, "unprocessable_entity", "webhookIds: "},
		`{"url":"` + strings.Repeat("x", 2<<20) + `"}`: {400, "bad_request", "megabyte"},
	} {
		if text := d.dub("POST", "/links", body).fails(want.status, want.code); !strings.Contains(text, want.text) {
			t.Errorf("%.80s: %q, want %q", body, text, want.text)
		}
	}
	l := d.link("", "other")
	d.dub("PATCH", "/links/"+l.ID, `{"domain":"`+customHost+`"}`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	d.dub("PATCH", "/links/"+l.ID, `{"key":"taken"}`).fails(http.StatusConflict, "conflict")
	d.dub("PATCH", "/links/lnk_0000000000001", `{}`).fails(http.StatusNotFound, "not_found")
}

func TestDub_HidesWhatTheKeyMayNotSee(t *testing.T) {
	t.Parallel()
	d, other := newDropInTest(t, "all"), newDropInTest(t, "all")
	theirs := other.link("", "theirs")
	for _, call := range []string{"GET /links/", "PATCH /links/", "DELETE /links/"} {
		method, path, _ := strings.Cut(call, " ")
		d.dub(method, path+theirs.ID, `{"comments":"x"}`).fails(http.StatusNotFound, "not_found")
	}
	second := testkit.Owner(t, d.node.parts.records)
	settings := link.DefaultSettings()
	settings.URL, settings.ExternalID = "https://example.com/", "theirs"
	foreign := must(d.node.parts.services.links.Create(t.Context(), second, link.Draft{Settings: settings}))
	foreignTag := must(d.node.parts.services.labels.Create(t.Context(), second, label.Tag, label.Settings{Name: "theirs"}))
	for _, path := range []string{
		"/links/" + foreign.ID, "/links/ext_theirs", "/links/info?linkId=" + foreign.ID, "/links/info?domain=" + testkit.Host + "&key=" + foreign.Alias(),
		"/analytics?linkId=" + foreign.ID, "/analytics?externalId=theirs", "/events?linkId=" + foreign.ID, "/links?startingAfter=" + foreign.ID,
	} {
		d.dub("GET", path, "").fails(http.StatusNotFound, "not_found")
	}
	d.dub("DELETE", "/tags/"+foreignTag.ID, "").fails(http.StatusNotFound, "not_found")
	d.dub("PATCH", "/tags/"+foreignTag.ID, `{"name":"mine"}`).fails(http.StatusNotFound, "not_found")
	d.dub("POST", "/links", `{"url":"https://a.test","tagIds":"`+foreignTag.ID+`"}`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	wantJSON(t, "deleted", d.dub("DELETE", "/links/bulk?linkIds="+foreign.ID, "").want(http.StatusOK).json(), `{"deletedCount":0}`)
	if got := d.dub("PATCH", "/links/bulk", `{"linkIds":["`+foreign.ID+`"],"data":{"comments":"x"}}`).list(); got[0]["code"] != "not_found" {
		t.Errorf("%v", got)
	}
	if got := d.dub("GET", "/links", "").list(); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestDub_UpsertsLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	upsert := func(body string) map[string]any {
		return d.dub("PUT", "/links/upsert", body).want(http.StatusOK).json()
	}
	first := upsert(`{"url":"https://example.com/a","domain":"` + customHost + `","key":"a"}`)
	d.clock.Advance(time.Second)
	for _, body := range []string{
		`{"url":"https://example.com/a","comments":"again"}`, `{"url":"example.com/a","key":"A"}`, `{"url":"https://example.com/a","domain":"` + customHost + `"}`,
	} {
		if got := upsert(body); got["id"] != first["id"] {
			t.Errorf("%s created %v", body, got)
		}
	}
	if got := upsert(`{"url":"https://example.com/a"}`); got["comments"] != "again" {
		t.Errorf("%v", got)
	}
	if got := upsert(`{"url":"https://example.com/a","key":"b"}`); got["id"] == first["id"] || got["domain"] != testkit.Host {
		t.Errorf("%v", got)
	}
	byID := upsert(`{"url":"https://example.com/1","externalId":"x"}`)
	if got := upsert(`{"url":"https://example.com/2","externalId":"ext_x"}`); got["id"] != byID["id"] || got["url"] != "https://example.com/2" {
		t.Errorf("%v", got)
	}
	d.dub("PUT", "/links/upsert", `{"url":"https://example.com/3","prefix":"c"}`).fails(http.StatusBadRequest, "bad_request")
	d.dub("PUT", "/links/upsert", `{"url":"https://example.com/3","domain":"nowhere.test"}`).fails(http.StatusForbidden, "forbidden")
	d.dub("PUT", "/links/upsert", `{}`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
}

func TestDub_ChangesManyLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	made := d.dub("POST", "/links/bulk", `[{"url":"https://example.com/1","key":"one","externalId":"e1"},{"url":""},{"url":"https://example.com/2","prefix":"p"},`+
		`{"url":"https://example.com/3","key":"ONE"},{"url":"https://example.com/4","domain":"nowhere.test"},{"url":"https://example.com/5","tagNames":["none"]},{"url":"https://example.com/6"}]`).list()
	if got := valuesOf(made, "code"); got != "<nil> unprocessable_entity <nil> conflict forbidden unprocessable_entity <nil>" {
		t.Fatalf("%s: %v", got, made)
	}
	if sent, _ := made[3]["link"].(map[string]any); sent["key"] != "ONE" || made[3]["error"] == "" {
		t.Errorf("%v", made[3])
	}
	if key, _ := made[2]["key"].(string); !strings.HasPrefix(key, "p/") {
		t.Errorf("%v", made[2])
	}
	changed := d.dub("PATCH", "/links/bulk", fmt.Sprintf(`{"linkIds":["%s","%s","lnk_0000000000001"],"externalIds":["e1","e2"],"data":{"comments":"all"}}`,
		made[0]["id"], made[6]["id"])).list()
	if got := valuesOf(changed, "comments"); got != "all all <nil> <nil>" || valuesOf(changed[2:], "code") != "not_found not_found" || changed[3]["link"] != "e2" {
		t.Errorf("%s: %v", got, changed)
	}
	d.dub("PATCH", "/links/bulk", `{"externalIds":["e1"],"data":{"key":"x"}}`).fails(http.StatusBadRequest, "bad_request")
	for _, call := range []string{"POST", "PATCH", "DELETE"} {
		d.dub(call, "/links/bulk", map[string]string{"POST": "[]", "PATCH": "{}", "DELETE": ""}[call]).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	}
	d.dub("POST", "/links/bulk", "["+strings.Repeat(`{"url":"https://a.test"},`, 100)+`{"url":"https://a.test"}]`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	d.dub("POST", "/links/bulk", `[{"url":5}]`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	d.dub("POST", "/links/bulk", `{"url":"https://a.test"}`).fails(http.StatusBadRequest, "bad_request")
	gone := d.dub("DELETE", fmt.Sprintf("/links/bulk?linkIds=%s,%s&linkIds=lnk_0000000000001&externalIds=e1", made[0]["id"], made[2]["id"]), "").want(http.StatusOK)
	wantJSON(t, "deleted", gone.json(), `{"deletedCount":2}`)
}

func TestDub_ListsLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	food := d.dub("POST", "/tags", `{"name":"Food"}`).at("id")
	folder := d.dub("POST", "/folders", `{"name":"Print"}`).at("id")
	ids := map[string]string{}
	for i, more := range []string{`"tagNames":"food"`, `"archived":true`, fmt.Sprintf(`"folderId":%q`, folder), `"comments":"needle","domain":"` + customHost + `"`} {
		got := d.dub("POST", "/links", fmt.Sprintf(`{"url":"https://example.com/%d","key":"c%d",%s}`, i, i, more)).want(http.StatusOK)
		ids[fmt.Sprintf("c%d", i)], _ = got.at("id").(string)
		if i != 2 { // c2 and c3 are of the same millisecond
			d.clock.Advance(time.Minute)
		}
	}
	newest, older := "c3", "c2"
	if ids["c2"] > ids["c3"] {
		newest, older = older, newest
	}
	for query, want := range map[string]string{
		"":                                               newest + " " + older + " c0",
		"showArchived=true":                              newest + " " + older + " c1 c0",
		"showArchived=true&sortOrder=asc":                "c0 c1 " + older + " " + newest,
		"pageSize=2&page=2":                              "c0",
		"page=9":                                         "",
		"search=needle":                                  "c3",
		"domain=" + customHost:                           "c3",
		"domain=nowhere.test":                            "",
		"tagNames=FOOD":                                  "c0",
		fmt.Sprintf("tagIds=x,%s", food):                 "c0",
		fmt.Sprintf("tagId=%s", food):                    "c0",
		"tagIds=x":                                       "",
		fmt.Sprintf("folderId=%s", folder):               "c2",
		"userId=" + d.owner.UserID:                       newest + " " + older + " c0",
		"userId=usr_0000000000001":                       "",
		"sortBy=clicks&withTags=true":                    newest + " " + older + " c0",
		"startingAfter=" + ids[newest]:                   older + " c0",
		"startingAfter=" + ids[older]:                    "c0",
		"startingAfter=" + ids["c1"]:                     "c0",
		"startingAfter=" + ids["c0"]:                     "",
		"endingBefore=" + ids["c0"]:                      newest + " " + older,
		"endingBefore=" + ids["c1"]:                      newest + " " + older,
		"endingBefore=" + ids[older]:                     newest,
		"pageSize=1&endingBefore=" + ids["c0"]:           older,
		"pageSize=1&startingAfter=" + ids[newest]:        older,
		"page=2&pageSize=1&startingAfter=" + ids[newest]: "c0",
		"page=2&pageSize=1&endingBefore=" + ids["c0"]:    newest,
		"page=2&startingAfter=" + ids[newest]:            "",
		"sortOrder=asc&showArchived=true&startingAfter=" + ids["c1"]: older + " " + newest,
	} {
		list := d.dub("GET", "/links?"+query, "").list()
		if got := valuesOf(list, "key"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		if strings.Contains(query, "age") || strings.Contains(query, "ing") {
			continue
		}
		if got := strings.TrimSpace(d.dub("GET", "/links/count?"+query, "").want(http.StatusOK).Body.String()); got != fmt.Sprint(len(list)) {
			t.Errorf("%s: counts %s, want %d", query, got, len(list))
		}
	}
	wantJSON(t, "domains", d.dub("GET", "/links/count?groupBy=domain&showArchived=true", "").list(),
		`[{"_count":3,"domain":"`+testkit.Host+`"},{"_count":1,"domain":"`+customHost+`"}]`)
	wantJSON(t, "tags", d.dub("GET", "/links/count?groupBy=tagId", "").list(), fmt.Sprintf(`[{"_count":1,"tagId":%q}]`, food))
	wantJSON(t, "folders", d.dub("GET", "/links/count?groupBy=folderId", "").list(), fmt.Sprintf(`[{"_count":2,"folderId":null},{"_count":1,"folderId":%q}]`, folder))
	for query, code := range map[string]string{
		"sortBy=saleAmount": "bad_request", "tenantId=x": "bad_request", "startingAfter=a&endingBefore=b": "bad_request", "sortBy=clicks&startingAfter=a": "bad_request", "startingAfter=a&page=101": "bad_request",
		"page=0": "unprocessable_entity", "page=x": "unprocessable_entity", "pageSize=101": "unprocessable_entity", "sortOrder=up": "unprocessable_entity",
	} {
		d.dub("GET", "/links?"+query, "").fails(map[string]int{"bad_request": 400, "unprocessable_entity": 422}[code], code)
	}
	d.dub("GET", "/links/count?groupBy=userId", "").fails(http.StatusBadRequest, "bad_request")
}

func TestDub_TargetsSystemsCountriesAndTests(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	l := d.link("", "menu")
	links := d.node.parts.services.links
	own := routing.Rule{Name: "own", When: routing.Condition{Field: routing.Language, Op: routing.In, Values: routing.Values("de")}, Then: routing.Action{Redirect: "https://example.com/own"}}
	must(links.Update(t.Context(), d.owner, l.ID, nil, func(of *link.Draft) { of.Rules = []routing.Rule{own} }))
	patch := func(body string) answer { return d.dub("PATCH", "/links/"+l.ID, body).want(http.StatusOK) }
	names := func() string {
		var names []string
		for _, rule := range must(links.Get(t.Context(), d.owner, l.ID)).Rules {
			names = append(names, rule.Name)
		}
		return strings.Join(names, " ")
	}
	patch(`{"geo":{"DE":"https://example.com/de"}}`)
	before := must(links.Get(t.Context(), d.owner, l.ID)).Rules[1].ID
	got := patch(`{"ios":"example.com/ios","android":"https://example.com/android"}`)
	if got.at("ios") != "https://example.com/ios" || names() != "own dub:ios dub:android dub:geo:DE" || must(links.Get(t.Context(), d.owner, l.ID)).Rules[3].ID != before {
		t.Errorf("%s: %s", names(), got.Body)
	}
	wantJSON(t, "geo", got.at("geo"), `{"DE":"https://example.com/de"}`)

	const variants = `[{"percentage":60,"url":"https://example.com/a"},{"percentage":40,"url":"https://example.com/b"}]`
	wantJSON(t, "variants", patch(`{"testVariants":`+variants+`}`).at("testVariants"), variants)
	if split := must(links.Get(t.Context(), d.owner, l.ID)).Split; len(split) != 2 || split[0].Weight != 60 {
		t.Errorf("%v", split)
	}
	dated := patch(`{"testStartedAt":"2026-11-01T00:00:00Z","testCompletedAt":"2026-12-01T00:00:00Z"}`)
	wantJSON(t, "variants", dated.at("testVariants"), variants)
	stored := must(links.Get(t.Context(), d.owner, l.ID))
	if dated.at("testCompletedAt") != "2026-12-01T00:00:00.000Z" || dated.at("testStartedAt") != "2026-11-01T00:00:00.000Z" || stored.Split != nil {
		t.Errorf("%s", dated.Body)
	}
	if names() != "own dub:ios dub:android dub:geo:DE dub:test" {
		t.Error(names())
	}
	patch(`{"comments":"other"}`)
	if names() != "own dub:ios dub:android dub:geo:DE dub:test" {
		t.Error(names())
	}
	cleared := patch(`{"ios":null,"android":"","geo":null,"testVariants":null}`)
	for _, field := range []string{"ios", "android", "geo", "testVariants", "testCompletedAt"} {
		if cleared.at(field) != nil {
			t.Errorf("%s: %v", field, cleared.at(field))
		}
	}
	if names() != "own" {
		t.Error(names())
	}
}

func TestDub_HasTagsAndFolders(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	made := d.dub("POST", "/tags", `{"tag":"Old","color":"purple"}`).want(http.StatusCreated)
	wantJSON(t, "tag", made.json(), fmt.Sprintf(`{"color":"purple","id":%q,"name":"Old"}`, made.at("id")))
	d.clock.Advance(time.Second)
	d.dub("POST", "/tags", `{"name":"New"}`).want(http.StatusCreated)
	path := fmt.Sprintf("/tags/%s", made.at("id"))
	d.dub("POST", "/tags", `{"name":"old"}`).fails(http.StatusConflict, "conflict")
	d.dub("POST", "/tags", `{}`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	d.dub("POST", "/tags", `{"name":"x","color":"teal"}`).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	for query, want := range map[string]string{
		"": "New Old", "sortOrder=desc": "Old New", "sortBy=createdAt": "Old New", "search=old": "Old", "page=2&pageSize=1": "Old", fmt.Sprintf("ids=%s", made.at("id")): "Old",
	} {
		if got := valuesOf(d.dub("GET", "/tags?"+query, "").list(), "name"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	for hex, want := range map[string]string{"": "gray", "#ff0000": "red", "#808080": "gray", "#00ff00": "green", "#0000ff": "blue", "#ff69b4": "pink", "#1f6feb": "blue", "#ffdd00": "yellow"} {
		id, _ := made.at("id").(string)
		must(d.node.parts.services.labels.Update(t.Context(), d.owner, label.Tag, id, func(s *label.Settings) { s.Color = hex }))
		if got := d.dub("GET", "/tags?search=old", "").list()[0]["color"]; got != want {
			t.Errorf("%s is %v, want %s", hex, got, want)
		}
	}
	if got := d.dub("PATCH", path, `{"color":"brown"}`).want(http.StatusOK); got.at("name") != "Old" || got.at("color") != "brown" {
		t.Errorf("%s", got.Body)
	}
	if d.dub("DELETE", path, "").want(http.StatusOK).at("id") != made.at("id") {
		t.Error("the id of the deleted tag is missing")
	}
	d.dub("DELETE", path, "").fails(http.StatusNotFound, "not_found")

	folder := d.dub("POST", "/folders", `{"name":"Print","accessLevel":"write"}`).want(http.StatusCreated)
	wantJSON(t, "folder", folder.json(), fmt.Sprintf(`{"accessLevel":"write","createdAt":"2026-11-20T12:00:01.000Z","description":null,"id":%q,"name":"Print","type":"default",`+
		`"updatedAt":"2026-11-20T12:00:01.000Z"}`, folder.at("id")))
	path = fmt.Sprintf("/folders/%s", folder.at("id"))
	if got := d.dub("PATCH", path, `{"name":"Paper","accessLevel":null}`).want(http.StatusOK); got.at("name") != "Paper" || got.at("accessLevel") != nil {
		t.Errorf("%s", got.Body)
	}
	if got := d.dub("PATCH", path, `{"accessLevel":"write"}`).want(http.StatusOK).at("accessLevel"); got != "write" {
		t.Errorf("%v", got)
	}
	for _, body := range []string{`{"name":"x","accessLevel":"read"}`, `{"name":"x","description":"y"}`, `{"accessLevel":"write"}`} {
		d.dub("POST", "/folders", body).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	}
	if got := valuesOf(d.dub("GET", "/folders?search=pap&pageSize=50", "").list(), "name"); got != "Paper" {
		t.Error(got)
	}
	d.dub("DELETE", path, "").want(http.StatusOK)
	d.dub("PATCH", path, `{"name":"x"}`).fails(http.StatusNotFound, "not_found")
}

func TestDub_HasDomains(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	list := d.dub("GET", "/domains", "").list()
	if valuesOf(list, "slug") != testkit.Host+" "+customHost || valuesOf(list, "primary") != "true false" || valuesOf(list, "verified") != "true true" {
		t.Errorf("%v", list)
	}
	if got := d.dub("GET", "/domains?archived=true", "").list(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	made := d.dub("POST", "/domains", `{"slug":"new.brand.test","notFoundUrl":"brand.test/404","archived":false,"assetLinks":"[{\"relation\":[\"delegate_permission/common.handle_all_urls\"],`+
		`\"target\":{\"namespace\":\"android_app\",\"package_name\":\"test.brand\",\"sha256_cert_fingerprints\":[\"AA\"]}}]"}`).want(http.StatusCreated)
	slug, _ := made.at("slug").(string)
	if made.at("verified") != false || made.at("notFoundUrl") != "https://brand.test/404" || made.at("registeredDomain") != nil || made.at("logo") != nil {
		t.Errorf("%s", made.Body)
	}
	d.dub("POST", "/domains", `{"slug":"`+slug+`"}`).fails(http.StatusConflict, "conflict")
	if text := d.dub("POST", "/domains", `{"slug":"a b"}`).fails(http.StatusUnprocessableEntity, "unprocessable_entity"); !strings.HasPrefix(text, "slug: ") {
		t.Error(text)
	}
	if got := d.dub("PATCH", "/domains/"+slug, `{"notFoundUrl":null,"expiredUrl":"https://brand.test/old","archived":false}`).want(http.StatusOK); got.at("notFoundUrl") != nil || got.at("expiredUrl") != "https://brand.test/old" {
		t.Errorf("%s", got.Body)
	}
	for _, body := range []string{`{"archived":true}`, `{"slug":"other.test"}`, `{"logo":"x"}`, `{"placeholder":"x"}`, `{"expiredUrl":"javascript:x"}`, `{"assetLinks":"{"}`} {
		d.dub("PATCH", "/domains/"+slug, body).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	}
	d.dub("PATCH", "/domains/"+testkit.Host, `{"expiredUrl":null}`).fails(http.StatusForbidden, "forbidden")
	d.dub("PATCH", "/domains/nowhere.test", `{}`).fails(http.StatusNotFound, "not_found")
	if d.dub("DELETE", "/domains/"+slug, "").want(http.StatusOK).at("slug") != slug {
		t.Error("the slug of the deleted domain is missing")
	}
	d.dub("DELETE", "/domains/"+slug, "").fails(http.StatusNotFound, "not_found")
}

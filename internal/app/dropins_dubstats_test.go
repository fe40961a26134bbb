package app

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"path"
	"strings"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/click"
	"linnet/internal/core/member"
	"linnet/internal/core/visitor"
	"linnet/internal/testkit"
)

func TestDub_ReportsClicks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	tag := d.dub("POST", "/tags", `{"name":"food"}`).at("id")
	l := d.link("", "menu")
	d.dub("PATCH", "/links/"+l.ID, `{"tagNames":"food","externalId":"m"}`).want(http.StatusOK)
	linkID, _ := ident.Number(l.ID)
	domainID, _ := ident.Number(l.DomainID)
	person := click.Click{
		LinkID: linkID, DomainID: domainID, Outcome: visitor.Redirected, Alias: "menu", URL: "https://example.com/menu", Referrer: "news.test", ReferrerURL: "https://news.test/a",
		OS: "Windows", Browser: "Firefox", Device: visitor.Desktop, Trigger: click.TriggerQR, UTM: click.UTM{Source: "news"},
		Place: visitor.Place{Country: "DE", Region: "DE-BY", City: "Munich", Continent: "EU"},
	}
	bio := click.Click{LinkID: linkID, DomainID: domainID, Outcome: visitor.Redirected, Alias: "menu", Trigger: click.TriggerBio}
	plain := bio
	plain.Trigger = click.TriggerLink
	bot := person
	bot.Bot = visitor.BotAgent
	d.clicks(person, bio, plain, bot)

	const none = `,"leads":0,"saleAmount":0,"sales":0`
	wantJSON(t, "count", d.dub("GET", "/analytics", "").want(http.StatusOK).json(), `{"clicks":3`+none+`}`)
	for query, want := range map[string]string{
		"continents":        `[{"clicks":1,"continent":"EU"` + none + `}]`,
		"countries":         `[{"city":"*","clicks":2,"country":"Unknown","leads":0,"region":"*","saleAmount":0,"sales":0},{"city":"*","clicks":1,"country":"DE","leads":0,"region":"*","saleAmount":0,"sales":0}]`,
		"regions":           `[{"city":"*","clicks":2,"country":"Unknown","leads":0,"region":"Unknown","saleAmount":0,"sales":0},{"city":"*","clicks":1,"country":"DE","leads":0,"region":"DE-BY","saleAmount":0,"sales":0}]`,
		"cities&country=de": `[{"city":"Munich","clicks":1,"country":"DE","leads":0,"region":"*","saleAmount":0,"sales":0}]`,
		"devices":           `[{"clicks":2,"device":"Unknown"` + none + `},{"clicks":1,"device":"Desktop"` + none + `}]`,
		"browsers":          `[{"browser":"Unknown","clicks":2` + none + `},{"browser":"Firefox","clicks":1` + none + `}]`,
		"os":                `[{"clicks":2,"leads":0,"os":"Unknown","saleAmount":0,"sales":0},{"clicks":1,"leads":0,"os":"Windows","saleAmount":0,"sales":0}]`,
		"triggers":          `[{"clicks":2` + none + `,"trigger":"link"},{"clicks":1` + none + `,"trigger":"qr"}]`,
		"referers":          `[{"clicks":2,"leads":0,"referer":"(direct)","saleAmount":0,"sales":0},{"clicks":1,"leads":0,"referer":"news.test","saleAmount":0,"sales":0}]`,
		"referer_urls":      `[{"clicks":2,"leads":0,"refererUrl":"(direct)","saleAmount":0,"sales":0},{"clicks":1,"leads":0,"refererUrl":"https://news.test/a","saleAmount":0,"sales":0}]`,
		"top_urls":          `[{"clicks":1` + none + `,"url":"https://example.com/menu"}]`,
		"top_domains":       `[{"clicks":3,"domain":"` + testkit.Host + `"` + none + `}]`,
		"utm_sources":       `[{"clicks":1` + none + `,"utm_source":"news"}]`,
		"top_link_tags":     fmt.Sprintf(`[{"clicks":3`+none+`,"tag":{"color":"gray","id":%q,"name":"food"},"tagId":%[1]q}]`, tag),
		"top_folders":       `[]`,
		"top_links": fmt.Sprintf(`[{"clicks":3,"comments":null,"createdAt":"2026-11-20T12:00:00.000Z","domain":"%s","folderId":null,"id":"%s","key":"menu","leads":0,"link":"%[2]s",`+
			`"partnerId":null,"saleAmount":0,"sales":0,"shortLink":"http://%[1]s/menu","title":"a title","url":"https://example.com/menu"}]`, testkit.Host, l.ID),
	} {
		wantJSON(t, query, d.dub("GET", "/analytics?event=composite&groupBy="+query, "").list(), want)
	}
	for query, want := range map[string]float64{
		"linkId=" + l.ID: 3, "linkId=ext_m": 3, "externalId=m": 3, "domain=" + testkit.Host + "&key=menu": 3, "domain=" + customHost: 0, "linkId=-" + l.ID: 0,
		"country=DE": 1, "country=-DE": 2, "country=Unknown": 2, "city=munich": 1, "region=DE-BY": 1, "continent=EU": 1, "device=Desktop": 1, "browser=Firefox,Chrome": 1, "os=windows": 1,
		"trigger=link": 2, "trigger=-link": 1, "qr=true": 1, "qr=false": 2, "referer=news.test": 1, "referer=(direct)": 2, "refererUrl=https://news.test/a": 1,
		"url=https://example.com/menu": 1, "utm_source=news": 1, "utm_source=other": 0, "tagIds=x": 0, "folderId=x": 0, "root=false": 3,
		"interval=all": 3, "interval=1y&timezone=Europe/Berlin": 3, "start=2026-11-20T11:59:59Z": 2, "end=2026-11-20T11:59:59Z": 1, "start=2026-11-01&end=2026-11-02": 0,
		fmt.Sprintf("tagId=%s", tag): 3,
	} {
		if got := d.dub("GET", "/analytics?"+query, "").want(http.StatusOK).at("clicks"); got != want {
			t.Errorf("%s: %v clicks, want %v", query, got, want)
		}
	}
	series := d.dub("GET", "/analytics?groupBy=timeseries&interval=24h", "").list()
	if len(series) != 24 || series[23]["start"] != "2026-11-20T12:00:00.000Z" || series[23]["clicks"] != 1.0 || series[22]["clicks"] != 2.0 {
		t.Errorf("%v", series)
	}
	for query, code := range map[string]string{
		"groupBy=timeseries&event=leads": "bad_request", "groupBy=cities": "bad_request", "groupBy=top_partners": "bad_request", "root=true": "bad_request", "partnerId=x": "bad_request", "key=menu": "bad_request",
		"interval=2y": "unprocessable_entity", "event=likes": "unprocessable_entity", "start=soon": "unprocessable_entity", "timezone=Mars": "unprocessable_entity",
	} {
		d.dub("GET", "/analytics?"+query, "").fails(map[string]int{"bad_request": 400, "unprocessable_entity": 422}[code], code)
	}

	events := d.dub("GET", "/events?limit=2", "").list()
	if len(events) != 2 || len(d.dub("GET", "/events?limit=2&page=2", "").list()) != 1 || len(d.dub("GET", "/events?qr=true", "").list()) != 1 {
		t.Fatalf("%v", events)
	}
	first := events[0]
	if of, _ := first["link"].(map[string]any); of["id"] != l.ID || of["trackConversion"] != false {
		t.Errorf("%v", of)
	}
	id, _ := first["click_id"].(string)
	wantJSON(t, "click", first["click"], `{"browser":"Firefox","city":"Munich","continent":"EU","country":"DE","device":"Desktop","id":"`+id+`","ip":"","os":"Windows","qr":true,`+
		`"referer":"news.test","refererUrl":"https://news.test/a","region":"DE-BY","timestamp":"2026-11-20T12:00:00.000Z","trigger":"qr","url":"https://example.com/menu"}`)
	delete(first, "link")
	delete(first, "click")
	wantJSON(t, "event", first, `{"browser":"Firefox","city":"Munich","click_id":"`+id+`","continent":"EU","country":"DE","device":"Desktop","domain":"`+testkit.Host+
		`","event":"click","ip":"","key":"menu","link_id":"`+l.ID+`","os":"Windows","qr":1,"timestamp":"2026-11-20T12:00:00.000Z","url":"https://example.com/menu"}`)
	if last := d.dub("GET", "/events?trigger=link", "").list(); valuesOf(last, "country") != "Unknown Unknown" || valuesOf(last, "qr") != "0 0" {
		t.Errorf("%v", last)
	}
	for _, query := range []string{"event=leads", "sortOrder=asc", "sortBy=amount", "page=101"} {
		d.dub("GET", "/events?"+query, "").fails(http.StatusBadRequest, "bad_request")
	}
}

// keyOfEditor returns the key of an editor, for whom restricted folders do not exist.
func (d *dropIns) keyOfEditor() string {
	d.t.Helper()
	parts := d.node.parts
	editor := testkit.Owner(d.t, parts.records)
	_, address, err := parts.services.members.Invite(d.t.Context(), d.owner, member.Draft{Email: editor.UserID + "@example.com", Role: access.Admin})
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := parts.services.members.Accept(d.t.Context(), editor, path.Base(address), ""); err != nil {
		d.t.Fatal(err)
	}
	editor.WorkspaceID, editor.Role, editor.AuthenticatedAt = d.owner.WorkspaceID, access.Admin, d.clock.Now()
	_, secret, err := parts.services.keys.Create(d.t.Context(), editor, apikey.Settings{Name: "Editor", Scopes: access.AllScopes()})
	if err == nil {
		_, err = parts.services.members.SetRole(d.t.Context(), d.owner, editor.UserID, access.Editor) // editors cannot create keys
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return secret
}

func TestDub_OmitsHiddenFolders(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	folder := d.dub("POST", "/folders", `{"name":"Secret","accessLevel":null}`).want(http.StatusCreated).at("id")
	hidden := d.dub("POST", "/links", fmt.Sprintf(`{"url":"https://example.com/a","folderId":%q,"externalId":"h"}`, folder)).want(http.StatusOK).at("id")
	limited := d.keyOfEditor()
	as := func(method, path string) answer {
		return d.call(method, testkit.Host, "/api/dub"+path, `{}`, "Authorization: Bearer "+limited)
	}
	for _, path := range []string{fmt.Sprintf("/links/%s", hidden), "/links/ext_h", fmt.Sprintf("/analytics?linkId=%s", hidden), fmt.Sprintf("/events?linkId=%s", hidden)} {
		as("GET", path).fails(http.StatusNotFound, "not_found")
	}
	if len(as("GET", "/links").list()) != 0 || len(as("GET", "/folders").list()) != 0 {
		t.Error("a hidden folder is listed")
	}
	wantJSON(t, "groups", as("GET", "/links/count?groupBy=folderId").list(), `[]`)
	as("PATCH", fmt.Sprintf("/folders/%s", folder)).fails(http.StatusNotFound, "not_found")
}

func TestDub_DrawsQRCodes(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	got := d.dub("GET", "/qr?url=https://example.com/&size=300&level=H&fgColor=%23112233&bgColor=%23FFFFFF&margin=4&hideLogo=false&includeMargin=true", "").want(http.StatusOK)
	if picture, err := png.Decode(bytes.NewReader(got.Body.Bytes())); err != nil || picture.Bounds().Dx() != 300 || got.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%v %v", err, got.Header())
	}
	if picture := must(png.Decode(d.dub("GET", "/qr?url=https://example.com/", "").want(http.StatusOK).Body)); picture.Bounds().Dx() != 600 {
		t.Errorf("%v", picture.Bounds())
	}
	for query, want := range map[string]string{
		"": "url: ", "url=x": "url: ", "url=https://a.test&size=9": "size: ", "url=https://a.test&size=x": "size: ", "url=https://a.test&level=Z": "level: ",
		"url=https://a.test&fgColor=red": "fgColor: ", "url=https://a.test&bgColor=%23000000": "", "url=https://a.test&margin=-1": "margin: ",
	} {
		if text := d.dub("GET", "/qr?"+query, "").fails(http.StatusUnprocessableEntity, "unprocessable_entity"); !strings.HasPrefix(text, want) {
			t.Errorf("%s: %s", query, text)
		}
	}
	d.dub("GET", "/qr?url=https://a.test&logo=https://a.test/b.png", "").fails(http.StatusBadRequest, "bad_request")
}

func TestDub_TracksLeadsAndSales(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	l := d.link("", "shop")
	linkID, _ := ident.Number(l.ID)
	domainID, _ := ident.Number(l.DomainID)
	d.clicks(click.Click{LinkID: linkID, DomainID: domainID, Outcome: visitor.Redirected, Alias: "shop", Trigger: click.TriggerLink})
	id, _ := d.dub("GET", "/events", "").list()[0]["click_id"].(string)

	sale := d.dub("POST", "/track/sale", `{"customerExternalId":"c1","amount":999}`).want(http.StatusOK)
	wantJSON(t, "sale without a lead", sale.json(), `{"customer":null,"eventName":"Purchase","sale":null}`)
	lead := `{"clickId":"` + id + `","eventName":"Sign up","customerExternalId":"c1","customerName":"Ada","customerEmail":null,"customerAvatar":null,"mode":"async","metadata":{"a":1}}`
	for range 2 { // the same lead is counted once
		wantJSON(t, "lead", d.dub("POST", "/track/lead", lead).want(http.StatusOK).json(), fmt.Sprintf(`{"click":{"id":"%s"},"customer":{"avatar":null,"email":null,"externalId":"c1","name":"Ada"},`+
			`"link":{"domain":"%s","externalId":null,"id":"%s","key":"shop","partnerId":null,"programId":null,"shortLink":"http://%[2]s/shop","tenantId":null,"url":"https://example.com/shop"}}`,
			id, testkit.Host, l.ID))
	}
	for _, invoice := range []string{`"i1"`, `"i1"`, `null`} {
		sale = d.dub("POST", "/track/sale", `{"customerExternalId":"c1","amount":1000,"currency":"usd","eventName":"Invoice paid","paymentProcessor":"stripe","invoiceId":`+invoice+`,"metadata":null}`).want(http.StatusOK)
		wantJSON(t, "sale", sale.json(), `{"customer":{"avatar":null,"email":null,"externalId":"c1","id":"c1","name":null},"eventName":"Invoice paid",`+
			`"sale":{"amount":1000,"currency":"usd","invoiceId":`+invoice+`,"metadata":null,"paymentProcessor":"stripe"}}`)
	}
	d.dub("POST", "/track/sale", `{"customerExternalId":"c1","amount":500,"currency":"EUR"}`).want(http.StatusOK)
	wantJSON(t, "count", d.dub("GET", "/analytics?event=sales", "").json(), `{"clicks":1,"leads":1,"saleAmount":2000,"sales":3}`)
	if got := d.dub("GET", "/analytics?event=leads&groupBy=top_links", "").list(); len(got) != 1 || got[0]["leads"] != 1.0 || got[0]["saleAmount"] != 2000.0 {
		t.Errorf("%v", got)
	}
	for body, want := range map[string]struct {
		status int
		code   string
	}{
		`{}`: {422, "unprocessable_entity"},
		`{"clickId":"` + id + `","customerExternalId":"c"}`:                                   {422, "unprocessable_entity"},
		`{"clickId":"` + id + `","eventName":"x"}`:                                            {422, "unprocessable_entity"},
		`{"eventName":"x","customerExternalId":"c"}`:                                          {422, "unprocessable_entity"},
		`{"clickId":"clk_0000000000001","eventName":"x","customerExternalId":"c"}`:            {404, "not_found"},
		`{"clickId":"x","eventName":"x","customerExternalId":"c"}`:                            {404, "not_found"},
		`{"clickId":"` + id + `","eventName":"x","customerExternalId":"c","mode":"deferred"}`: {400, "bad_request"},
		`{"clickId":"` + id + `","eventName":"x","customerExternalId":"c","eventQuantity":2}`: {400, "bad_request"},
	} {
		d.dub("POST", "/track/lead", body).fails(want.status, want.code)
	}
	for _, body := range []string{`{"amount":5}`, `{"customerExternalId":"c1"}`, `{"customerExternalId":"c1","amount":-1}`, `{"customerExternalId":"c1","amount":1.5}`, `{"customerExternalId":"c1","amount":1,"currency":"x"}`} {
		d.dub("POST", "/track/sale", body).fails(http.StatusUnprocessableEntity, "unprocessable_entity")
	}
}

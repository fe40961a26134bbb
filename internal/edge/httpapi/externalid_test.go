package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// listed returns the aliases of the links that a query finds, in the order of aliases.
func (u user) listed(t *testing.T, query string) string {
	t.Helper()
	aliases := []any{}
	for _, item := range u.call(t, "GET", "/links?sort=alias&"+query, nil).want(t, 200).json(t)["items"].([]any) {
		aliases = append(aliases, item.(map[string]any)["alias"])
	}
	return strings.Trim(fmt.Sprint(aliases), "[]")
}

func TestExternalID_IdentifiesALink(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "a", "externalId": " crm:7 "}).want(t, 201).json(t)
	if made["externalId"] != "crm:7" {
		t.Fatal(made)
	}
	for name, body := range map[string]map[string]any{
		"random alias": {"url": "https://example.com/", "externalId": "crm:7"}, "chosen alias": {"url": "https://example.com/", "alias": "b", "externalId": "crm:7"},
	} {
		p := u.call(t, "POST", "/links", body).want(t, 409).problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != "externalId" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	other := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/?a=1", "alias": "c"}).want(t, 201).json(t)
	path := "/links/" + other["id"].(string)
	u.call(t, "PATCH", path, `{"externalId":"crm:7"}`).want(t, 409)
	u.call(t, "PATCH", path, `{"externalId":"crm:8"}`).want(t, 200)
	if got := u.listed(t, "externalId=crm:8"); got != "c" {
		t.Error(got)
	}
	u.call(t, "DELETE", "/links/"+made["id"].(string), nil).want(t, 204)
	u.call(t, "PATCH", path, `{"externalId":"crm:7"}`).want(t, 200)
	u.call(t, "POST", "/links/"+made["id"].(string)+"/restore", nil).want(t, 409)
	if got := u.call(t, "PATCH", path, `{"externalId":null}`).want(t, 200).json(t); got["externalId"] != nil {
		t.Error(got)
	}
	u.call(t, "POST", "/links/"+made["id"].(string)+"/restore", nil).want(t, 200)
	bob := in.signUp(t)
	bob.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "externalId": "crm:7"}).want(t, 201)
	if got := bob.listed(t, "externalId=crm:8") + bob.listed(t, "url="+url.QueryEscape("https://example.com/?a=1")); got != "" {
		t.Errorf("bob finds %s", got)
	}
}

func TestListLinks_ByExactDestination(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	for alias, address := range map[string]string{
		"a": "https://example.com/x?a=1&b=%2F", "b": "https://example.com/x?a=1", "c": "https://example.com/X?a=1", "d": "https://example.com/x?a=1",
	} {
		u.call(t, "POST", "/links", map[string]any{"url": address, "alias": alias}).want(t, 201)
	}
	for address, want := range map[string]string{
		"https://example.com/x?a=1": "b d", "https://example.com/X?a=1": "c", "https://example.com/x?a=1&b=%2F": "a", "https://example.com/x": "", "example.com/x?a=1": "",
	} {
		if got := u.listed(t, "url="+url.QueryEscape(address)); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func TestUpsertLink(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	const address = "https://example.com/spring"
	upsert := func(status int, body string) map[string]any {
		t.Helper()
		return u.call(t, "PUT", "/links/upsert", body).want(t, status).json(t)
	}
	first := upsert(201, `{"url":"`+address+`","title":"Spring","tags":["mail"]}`)
	same := upsert(200, `{"url":"`+address+`"}`)
	if same["id"] != first["id"] || same["version"] != 1.0 || same["title"] != "Spring" {
		t.Errorf("%v, want the link unchanged", same)
	}
	renamed := upsert(200, `{"url":"`+address+`","title":"Summer","tags":null}`)
	if renamed["id"] != first["id"] || renamed["version"] != 2.0 || renamed["title"] != "Summer" || len(renamed["tags"].([]any)) != 0 {
		t.Errorf("%v", renamed)
	}
	named := upsert(201, `{"url":"`+address+`","alias":"spring"}`)
	if again := upsert(200, `{"url":"`+address+`","alias":"SPRING","maxClicks":5}`); again["id"] != named["id"] || again["maxClicks"] != 5.0 {
		t.Errorf("%v", again)
	}
	if p := u.call(t, "PUT", "/links/upsert", `{"url":"https://example.com/other","alias":"spring"}`).want(t, 409).problem(t); p.Errors[0].Field != "alias" {
		t.Errorf("%+v", p)
	}
	outside := upsert(201, `{"url":"https://example.com/1","externalId":"crm:1"}`)
	if moved := upsert(200, `{"url":"https://example.com/2","externalId":"crm:1"}`); moved["id"] != outside["id"] || moved["url"] != "https://example.com/2" {
		t.Errorf("%v", moved)
	}
	u.call(t, "PUT", "/links/upsert", `{"externalId":"crm:1"}`).want(t, 422)
	u.call(t, "PUT", "/links/upsert", `{"title":"no destination"}`).want(t, 422)
	for field, body := range map[string]string{
		"url": `{"url":"https://example.com/\u0000"}`, "externalId": `{"url":"https://example.com/","externalId":"a\u0000b"}`,
	} {
		if p := u.call(t, "PUT", "/links/upsert", body).want(t, 422).problem(t); len(p.Errors) != 1 || p.Errors[0].Field != field {
			t.Errorf("%s: %+v", field, p)
		}
	}
	u.call(t, "PUT", "/links/upsert", `{"url":"`+address+`","domain":"nowhere.example"}`).want(t, 422)
}

func TestUpsertLink_AtTheSameMomentCreatesOneLinkForAnExternalID(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	statuses := make([]int, 12)
	var group sync.WaitGroup
	for i := range statuses {
		group.Go(func() {
			statuses[i] = u.call(t, "PUT", "/links/upsert", map[string]any{"url": "https://example.com/", "externalId": "crm:1", "comments": fmt.Sprint(i)}).status
		})
	}
	group.Wait()
	created := 0
	for _, status := range statuses {
		if status == 201 {
			created++
		} else if status != 200 {
			t.Errorf("status %d", status)
		}
	}
	if list := u.call(t, "GET", "/links", nil).want(t, 200).json(t); created != 1 || list["total"] != 1.0 {
		t.Errorf("%d created, %v links", created, list["total"])
	}
}

package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"linnet/internal/base/csvsafe"
)

// get returns the body of a public address.
func (p *person) get(path string) string {
	p.t.Helper()
	response, err := p.client.Get(p.origin + path) //nolint:noctx // a test
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(body)
}

// TestBioPage_FormResponsesReachTheWorkspace publishes a page, changes it, sends its
// form as a visitor, and reads, exports and deletes the response.
func TestBioPage_FormResponsesReachTheWorkspace(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, _ commands) {
		var made struct {
			ID     string
			Blocks []struct{ ID string }
		}
		form := map[string]any{"type": "form", "title": "Newsletter", "button": "Subscribe", "consent": "Yes, send me mails.", "visible": true}
		ada.call(http.MethodPost, "/bio-pages", map[string]any{"handle": "ada", "title": "Ada", "blocks": []any{form}}, http.StatusCreated, &made)
		page := "/bio-pages/" + made.ID
		ada.call(http.MethodPost, page+"/publish", nil, http.StatusOK, nil)
		eventually(t, func() string { return missingText(ada.get("/@ada"), "Subscribe") })
		ada.call(http.MethodPatch, page, map[string]any{"title": "Ada Lovelace"}, http.StatusOK, nil)
		ada.call(http.MethodPost, page+"/publish", nil, http.StatusOK, nil)
		eventually(t, func() string { return missingText(ada.get("/@ada"), `<h1 dir="auto">Ada Lovelace</h1>`) })

		for _, email := range []string{"bob@example.com", "BOB@example.com", "=cmd@example.com"} {
			fields := url.Values{"block": {made.Blocks[0].ID}, "email": {email}, "consent": {"yes"}}
			sent, err := ada.client.PostForm(ada.origin+"/@ada", fields) //nolint:noctx // a test
			if err != nil {
				t.Fatal(err)
			}
			sent.Body.Close()
			if want := fmt.Sprintf("/@ada?sent=%[1]s#%[1]s", made.Blocks[0].ID); sent.StatusCode != http.StatusSeeOther || sent.Header.Get("Location") != want {
				t.Fatalf("%s: %d to %q, want %q", email, sent.StatusCode, sent.Header.Get("Location"), want)
			}
		}
		var list struct {
			Items []struct{ ID, BlockID, Form, Email, Consent string }
			Total int
		}
		ada.call(http.MethodGet, page+"/responses", nil, http.StatusOK, &list)
		// Both may be of one millisecond: the order is not compared.
		emails := map[string]bool{}
		for _, r := range list.Items {
			emails[r.Email] = true
		}
		if list.Total != 2 || !emails["bob@example.com"] || !emails["=cmd@example.com"] || list.Items[0].Form != "Newsletter" || list.Items[0].Consent != "Yes, send me mails." {
			t.Fatalf("responses %+v", list)
		}
		other := signUp(t, ada.origin)
		other.call(http.MethodGet, page+"/responses", nil, http.StatusNotFound, nil)
		other.call(http.MethodDelete, page+"/responses/"+list.Items[0].ID, nil, http.StatusNotFound, nil)

		if file := ada.export(page + "/responses/export"); !strings.HasPrefix(file, csvsafe.ByteOrderMark+"createdAt,form,email,consent\r\n") ||
			!strings.Contains(file, "'=cmd@example.com") || strings.Count(file, "\n") != 3 {
			t.Errorf("file %q", file)
		}
		ada.call(http.MethodDelete, page+"/responses/"+list.Items[0].ID, nil, http.StatusNoContent, nil)
		ada.call(http.MethodDelete, page+"/responses/"+list.Items[0].ID, nil, http.StatusNotFound, nil)
		var log struct{ Items []struct{ Summary string } }
		ada.call(http.MethodGet, "/audit-log?subject="+made.ID+"&limit=2", nil, http.StatusOK, &log)
		if log.Items[0].Summary != "deleted a form response of the bio page "+strings.TrimPrefix(ada.origin, "http://")+"/@ada" {
			t.Errorf("audit log %+v", log)
		}
		ada.call(http.MethodDelete, page, nil, http.StatusNoContent, nil)
		ada.call(http.MethodGet, page+"/responses", nil, http.StatusNotFound, nil)
	})
}

// missingText returns a problem unless content contains want.
func missingText(content, want string) string {
	if strings.Contains(content, want) {
		return ""
	}
	return "the page lacks " + want
}

// export returns a file of the API.
func (p *person) export(path string) string {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.origin+"/api/v1"+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	response, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		p.t.Fatalf("%d, %v, %s", response.StatusCode, err, body)
	}
	return string(body)
}

package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/click"
	"linnet/internal/edge/httpapi"
)

// hiddenClicks is the number of clicks on the hidden link: no other figure of the
// workspace is hiddenClicks or hiddenClicks+1, the sum with the visible click.
const hiddenClicks = 43

// vault is a workspace with a folder that is restricted, and with a record of every
// kind that belongs to it. Each name and address of them contains "secretmark".
type vault struct {
	in             *install
	clicks         *clicks
	owner, limited user
	scene          scene // of the hidden records
	folderID       string
	visibleID      string // of a link outside of the folder
	hiddenIDs      []string
	clickIDs       []string
}

// newVault returns a vault whose limited member has no access to the folder.
func newVault(t *testing.T) *vault {
	t.Helper()
	c, behind := withClicks(t)
	in := newInstall(t, func(o *httpapi.Deps) {
		behind(o)
		o.Analytics = c.figures
	})
	v := &vault{in: in, clicks: c, owner: in.signUp(t)}
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, v.owner.workspaceID)
	v.limited = in.member(t, v.owner, access.Editor)
	v.scene = in.scene(t, v.owner, "editor")
	v.scene.actor = v.limited
	v.scene.team, v.scene.assets = in.team(t, v.owner, v.limited, "editor"), in.assets(t, v.owner)
	v.folderID = v.made(t, "/folders", map[string]any{"name": "secretmark folder"})
	v.scene.folderID = v.folderID
	v.visibleID = v.made(t, "/links", map[string]any{"url": "https://visible.example.com/", "alias": "visible", "tags": []string{"shared"}})
	hidden := map[string]any{
		"alias": "secretmark", "url": "https://secretmark.example.com/", "title": "secretmark title", "comments": "secretmark comment",
		"tags": []string{"shared"}, "folderId": v.folderID,
	}
	v.scene.linkID, v.scene.alias = v.made(t, "/links", hidden), "secretmark"
	v.scene.deletedID = v.made(t, "/links", map[string]any{"alias": "secretmark-gone", "url": "https://secretmark.example.com/gone", "folderId": v.folderID})
	v.owner.call(t, "PATCH", "/links/"+v.scene.linkID, map[string]any{"title": "secretmark title 2"}).want(t, http.StatusOK)
	v.owner.call(t, "DELETE", "/links/"+v.scene.deletedID, nil).want(t, http.StatusNoContent)
	v.scene.qrCodeID = v.made(t, "/qr-codes", map[string]any{"linkId": v.scene.linkID, "name": "secretmark code"})
	v.addShares(t)
	v.addBioPage(t)
	v.addClicks(t)
	v.scene.jobIDs = in.someJobs(t, v.owner)
	v.scene.viewID = "viw_0000000000000"
	_, v.scene.keyID = v.owner.apiKey(t, access.LinksRead)
	v.limited.call(t, "POST", "/saved-views", map[string]any{"name": "secretmark view", "query": "folder=" + v.folderID}).want(t, http.StatusCreated)
	v.hiddenIDs = append([]string{v.folderID, v.scene.linkID, v.scene.deletedID, v.scene.qrCodeID, v.scene.shareID}, v.clickIDs...)
	v.restrict(t, nil)
	return v
}

// made creates something as the owner and returns its id.
func (v *vault) made(t *testing.T, path string, body any) string {
	t.Helper()
	return v.owner.call(t, "POST", path, body).want(t, http.StatusCreated).json(t)["id"].(string)
}

// restrict restricts the folder and gives the limited member a level; nil: none.
func (v *vault) restrict(t *testing.T, level any) {
	t.Helper()
	members := []any{}
	if level != nil {
		members = append(members, map[string]any{"userId": v.limited.id, "level": level})
	}
	v.owner.call(t, "PUT", "/folders/"+v.folderID+"/access", map[string]any{"access": "members", "members": members}).want(t, http.StatusOK)
}

func (v *vault) addShares(t *testing.T) {
	t.Helper()
	for scope, id := range map[string]string{"link": v.scene.linkID, "folder": v.folderID} {
		v.scene.shareID = v.made(t, "/shares", map[string]any{"scope": scope, "subjectId": id, "name": "secretmark share of a " + scope})
	}
	v.made(t, "/shares", map[string]any{"scope": "workspace", "name": "secretmark share of everything"})
}

func (v *vault) addBioPage(t *testing.T) {
	t.Helper()
	v.scene.pageID = v.made(t, "/bio-pages", map[string]any{
		"handle": "page-of-all", "title": "Ada",
		"blocks": []any{map[string]any{"type": "link", "linkId": v.scene.linkID, "title": "A link"}},
	})
}

func (v *vault) addClicks(t *testing.T) {
	t.Helper()
	at := noon.Add(-time.Hour)
	v.clicks.visit(t, v.owner, v.visibleID, "visible", at)
	for range hiddenClicks {
		v.clickIDs = append(v.clickIDs, v.clicks.visit(t, v.owner, v.scene.linkID, v.scene.alias, at, secretHit))
	}
	eventually(t, "the clicks arrive", func() bool { return v.clicks.pipeline.Stats().Waiting == 0 })
	v.scene.clickID = v.clickIDs[0]
	v.owner.call(t, "POST", "/track/lead", map[string]any{"clickId": v.clickIDs[0], "eventName": "secretmark lead"}).want(t, http.StatusCreated)
}

func secretHit(h *click.Hit) {
	h.URL, h.Referrer = "https://secretmark.example.com/", "https://secretmark.example.net/"
}

// leak returns what of the hidden records a body contains, or "".
func (v *vault) leak(body []byte) string {
	for _, marker := range append([]string{"secretmark"}, v.hiddenIDs...) {
		if bytes.Contains(body, []byte(marker)) {
			return marker
		}
	}
	var tree any
	if json.Unmarshal(body, &tree) == nil && hasFigure(tree) {
		return "a figure that includes hidden clicks"
	}
	return ""
}

func hasFigure(tree any) bool {
	switch value := tree.(type) {
	case float64:
		return value == hiddenClicks || value == hiddenClicks+1
	case []any:
		return slices.ContainsFunc(value, hasFigure)
	case map[string]any:
		for _, v := range value {
			if hasFigure(v) {
				return true
			}
		}
	}
	return false
}

// paths returns the addresses with which a read operation is called: as in the
// permission matrix, and with hidden values in each of its parameters.
func (v *vault) paths(t *testing.T, id string, a attempt) []string {
	t.Helper()
	paths := []string{a.path}
	plain, query, _ := strings.Cut(a.path, "?")
	required, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	hidden := map[string][]string{
		"search": {"secretmark"}, "linkId": {v.scene.linkID}, "link": {v.scene.linkID, v.scene.alias}, "subjectId": {v.folderID}, "action": {"link"},
		"folder": {v.folderID, "secretmark folder", "-" + v.folderID}, "folderId": {v.folderID}, "tag": {"shared"}, "alias": {v.scene.alias},
		"scope": {"link", "folder", "workspace"}, "sort": {"clickCount"}, "interval": {"all", "30d"}, "format": {"csv"}, "include": {"dailyClicks"},
	}
	for _, operations := range readContract(t).Paths {
		for _, op := range operations {
			if op.OperationID != id {
				continue
			}
			for _, p := range op.Parameters {
				values := hidden[p.Name]
				if p.Name == "groupBy" {
					values = enumOf(p.Schema)
				}
				for _, value := range values {
					with := url.Values{}
					for name := range required {
						with.Set(name, required.Get(name))
					}
					with.Set(p.Name, value)
					paths = append(paths, plain+"?"+with.Encode())
				}
			}
		}
	}
	return paths
}

// enumOf returns the values of a schema or of its items.
func enumOf(s schema) []string {
	if items, ok := s["items"].(map[string]any); ok {
		return enumOf(items)
	}
	var values []string
	if enum, ok := s["enum"].([]any); ok {
		for _, v := range enum {
			values = append(values, fmt.Sprint(v))
		}
	}
	return values
}

// TestFolderAccess_NoReadReturnsHiddenRecords calls every operation with GET of
// the document as a member without access to a folder, with the ids and names of
// what is in it. The owner's calls prove that the test would notice.
func TestFolderAccess_NoReadReturnsHiddenRecords(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	var shown []string
	for _, id := range operationIDs(t) {
		a, ok := attempts(v.scene)[id]
		if !ok {
			t.Fatalf("operation %s has no attempt", id)
		}
		public := strings.HasPrefix(a.path, "/public/") || strings.HasPrefix(a.path, "/admin/")
		if a.method != http.MethodGet || strings.HasSuffix(a.path, "/stream") || public {
			continue
		}
		for _, path := range v.paths(t, id, a) {
			v.in.clock.Advance(time.Minute) // budgets are whole again
			v.in.exec(t, `UPDATE sessions SET authenticated_at = $1`, v.in.clock.Now().UnixMilli())
			if r := v.limited.call(t, http.MethodGet, path, nil); v.leak(r.body) != "" {
				t.Errorf("%s: GET %s returns %s: %d %s", id, path, v.leak(r.body), r.status, r.body)
			}
			if v.leak(v.owner.call(t, http.MethodGet, path, nil).body) != "" {
				shown = append(shown, id)
			}
		}
	}
	shown = slices.Compact(shown)
	for _, id := range []string{
		"listLinks", "getLink", "lookupLink", "getLinkHistory", "listTombstones", "listFolders", "listQRCodes", "getQRCode", "getAnalytics",
		"getAnalyticsReport", "listClicks", "listAnnotations", "exportAnalytics", "listConversions", "listShares", "getShare", "getBioPage",
		"getTotalClicks", "getTopLinks", "getUsage",
	} {
		if !slices.Contains(shown, id) {
			t.Errorf("%s shows the owner nothing of the folder, so it proves nothing", id)
		}
	}
}

// TestFolderAccess_NoWriteReachesHiddenRecords sends every other operation with the
// ids of hidden records.
func TestFolderAccess_NoWriteReachesHiddenRecords(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	before := v.owner.call(t, "GET", "/links/"+v.scene.linkID, nil).want(t, http.StatusOK)
	for _, id := range operationIDs(t) {
		a := attempts(v.scene)[id]
		account := strings.HasPrefix(a.path, "/auth/") || strings.HasPrefix(a.path, "/me") || strings.HasPrefix(a.path, "/public/") ||
			strings.Contains(a.path, "/members/"+v.scene.memberID) || strings.Contains(a.path, "/invitations/")
		if a.method == http.MethodGet || account || a.method == "" {
			continue
		}
		v.in.clock.Advance(time.Minute)
		v.in.exec(t, `UPDATE sessions SET authenticated_at = $1`, v.in.clock.Now().UnixMilli())
		headers := []string{}
		if strings.HasPrefix(a.path, "/imports?") {
			headers = append(headers, asCSV)
		}
		r := v.limited.call(t, a.method, a.path, a.body, headers...)
		if strings.Contains(fmt.Sprint(a.path, a.body), "secretmark") { // the name of what the request creates
			r.body = bytes.ReplaceAll(r.body, []byte("secretmark"), nil)
		}
		if v.leak(r.body) != "" {
			t.Errorf("%s: %s %s returns %s: %d %s", id, a.method, a.path, v.leak(r.body), r.status, r.body)
		}
	}
	after := v.owner.call(t, "GET", "/links/"+v.scene.linkID, nil).want(t, http.StatusOK)
	if !bytes.Equal(before.body, after.body) {
		t.Errorf("the hidden link was changed from\n%s\nto\n%s", before.body, after.body)
	}
	for path, status := range map[string]int{
		"/qr-codes/" + v.scene.qrCodeID: http.StatusOK, "/shares/" + v.scene.shareID: http.StatusOK, "/bio-pages/" + v.scene.pageID: http.StatusOK,
	} {
		if r := v.owner.call(t, "GET", path, nil); r.status != status || !bytes.Contains(r.body, []byte(v.scene.linkID)) && strings.Contains(path, "bio") {
			t.Errorf("GET %s = %d %s", path, r.status, r.body)
		}
	}
}

func TestFolderAccess_HiddenFolderDoesNotExist(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	link := "/links/" + v.scene.linkID
	for name, c := range map[string]struct {
		method, path string
		body         any
		want         int
	}{
		"get the link":             {"GET", link, nil, 404},
		"change the link":          {"PATCH", link, map[string]any{"title": "x"}, 404},
		"delete the link":          {"DELETE", link, nil, 404},
		"history of the link":      {"GET", link + "/history", nil, 404},
		"revert the link":          {"POST", link + "/revert", map[string]any{"version": 1}, 404},
		"simulate the link":        {"POST", link + "/simulate", `{}`, 404},
		"restore a deleted link":   {"POST", "/links/" + v.scene.deletedID + "/restore", nil, 404},
		"code of the link":         {"GET", "/qr-codes/" + v.scene.qrCodeID, nil, 404},
		"new code of the link":     {"POST", "/qr-codes", map[string]any{"linkId": v.scene.linkID}, 422},
		"share of the link":        {"GET", "/shares/" + v.scene.shareID, nil, 404},
		"new share of the link":    {"POST", "/shares", map[string]any{"scope": "link", "subjectId": v.scene.linkID}, 422},
		"new share of the folder":  {"POST", "/shares", map[string]any{"scope": "folder", "subjectId": v.folderID}, 422},
		"share of everything":      {"POST", "/shares", map[string]any{"scope": "workspace"}, 403},
		"rename the folder":        {"PATCH", "/folders/" + v.folderID, map[string]any{"name": "x"}, 404},
		"delete the folder":        {"DELETE", "/folders/" + v.folderID, nil, 404},
		"open the folder":          {"PUT", "/folders/" + v.folderID + "/access", map[string]any{"access": "workspace"}, 403},
		"new link in the folder":   {"POST", "/links", map[string]any{"url": "https://example.com/", "folderId": v.folderID}, 422},
		"move a link to it":        {"PATCH", "/links/" + v.visibleID, map[string]any{"folderId": v.folderID}, 422},
		"lead of a hidden click":   {"POST", "/track/lead", map[string]any{"clickId": v.clickIDs[1]}, 422},
		"change a page with links": {"PATCH", "/bio-pages/" + v.scene.pageID, map[string]any{"title": "x"}, 403},
	} {
		if r := v.limited.call(t, c.method, c.path, c.body); r.status != c.want {
			t.Errorf("%s: %d %s, want %d", name, r.status, r.body, c.want)
		}
	}
	count := v.limited.call(t, "GET", "/analytics?groupBy=count&interval=all", nil).want(t, http.StatusOK).json(t)
	if count["clicks"] != 1.0 {
		t.Errorf("the visible clicks are %v, want 1", count)
	}
}

func TestFolderAccess_ReadLevelCannotChange(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	v.restrict(t, "read")
	link := "/links/" + v.scene.linkID
	v.limited.call(t, "GET", link, nil).want(t, http.StatusOK)
	for name, c := range map[string]struct {
		method, path string
		body         any
	}{
		"change a link":         {"PATCH", link, map[string]any{"title": "x"}},
		"move a link out":       {"PATCH", link, map[string]any{"folderId": nil}},
		"delete a link":         {"DELETE", link, nil},
		"create a link in it":   {"POST", "/links", map[string]any{"url": "https://example.com/", "folderId": v.folderID}},
		"move a link to it":     {"PATCH", "/links/" + v.visibleID, map[string]any{"folderId": v.folderID}},
		"restore a link":        {"POST", "/links/" + v.scene.deletedID + "/restore", nil},
		"create a code":         {"POST", "/qr-codes", map[string]any{"linkId": v.scene.linkID}},
		"change a code":         {"PATCH", "/qr-codes/" + v.scene.qrCodeID, map[string]any{"name": "x"}},
		"delete a code":         {"DELETE", "/qr-codes/" + v.scene.qrCodeID, nil},
		"share a link":          {"POST", "/shares", map[string]any{"scope": "link", "subjectId": v.scene.linkID}},
		"revoke a share":        {"DELETE", "/shares/" + v.scene.shareID, nil},
		"rename the folder":     {"PATCH", "/folders/" + v.folderID, map[string]any{"name": "x"}},
		"delete the folder":     {"DELETE", "/folders/" + v.folderID, nil},
		"change access to it":   {"PUT", "/folders/" + v.folderID + "/access", map[string]any{"access": "workspace"}},
		"revert a link to 1":    {"POST", link + "/revert", map[string]any{"version": 1}},
		"change a share's name": {"PATCH", "/shares/" + v.scene.shareID, map[string]any{"name": "x"}},
	} {
		if r := v.limited.call(t, c.method, c.path, c.body); r.status != http.StatusForbidden {
			t.Errorf("%s: %d %s, want 403", name, r.status, r.body)
		}
	}
	bulk := v.limited.call(t, "PATCH", "/links/bulk", map[string]any{"links": []any{map[string]any{"id": v.scene.linkID, "title": "New"}}})
	if !bytes.Contains(bulk.body, []byte("You can only read this folder")) {
		t.Errorf("the bulk change returns %d %s", bulk.status, bulk.body)
	}
	for _, path := range []string{"/qr-codes/" + v.scene.qrCodeID, "/qr-codes?linkId=" + v.scene.linkID} {
		code := v.limited.call(t, "GET", path, nil).want(t, http.StatusOK)
		if !bytes.Contains(code.body, []byte(`"folderId":"`+v.folderID+`"`)) {
			t.Errorf("GET %s does not return the folder: %s", path, code.body)
		}
	}
	v.restrict(t, "write")
	v.limited.call(t, "PATCH", link, map[string]any{"title": "x"}).want(t, http.StatusOK)
	v.in.exec(t, `UPDATE members SET role = 'viewer' WHERE user_id = $1`, v.limited.id)
	if r := v.limited.call(t, "PATCH", link, map[string]any{"title": "y"}); r.status != http.StatusForbidden {
		t.Errorf("a viewer with write access changes a link: %d", r.status)
	}
}

func TestFolderAccess_Set(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner, stranger := in.signUp(t), in.signUp(t)
	editor := in.member(t, owner, access.Editor)
	id := owner.call(t, "POST", "/folders", map[string]any{"name": "Press"}).want(t, http.StatusCreated).json(t)["id"].(string)
	path := "/folders/" + id + "/access"
	one := func(userID, level string) map[string]any {
		return map[string]any{"access": "members", "members": []any{map[string]any{"userId": userID, "level": level}}}
	}
	got := owner.call(t, "PUT", path, one(editor.id, "read")).want(t, http.StatusOK).json(t)
	if got["access"] != "members" || got["level"] != "write" || len(got["members"].([]any)) != 1 {
		t.Errorf("the folder is %v", got)
	}
	listed := editor.call(t, "GET", "/folders", nil).want(t, http.StatusOK).json(t)["items"].([]any)
	if len(listed) != 1 || listed[0].(map[string]any)["level"] != "read" {
		t.Errorf("the editor's folders are %v", listed)
	}
	twice := one(editor.id, "read")
	twice["members"] = append(twice["members"].([]any), twice["members"].([]any)...)
	for name, body := range map[string]any{
		"unknown access":     map[string]any{"access": "everyone"},
		"unknown level":      one(editor.id, "own"),
		"member of another":  one(stranger.id, "read"),
		"member twice":       twice,
		"members of an open": map[string]any{"access": "workspace", "members": one(editor.id, "read")["members"]},
	} {
		r := owner.call(t, "PUT", path, body)
		if r.status != http.StatusUnprocessableEntity || len(r.problem(t).Errors) == 0 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	entries := owner.call(t, "GET", "/audit-log?action=folder", nil).want(t, http.StatusOK)
	if !bytes.Contains(entries.body, []byte("changed the access to the folder")) || !bytes.Contains(entries.body, []byte(editor.id)) {
		t.Errorf("the audit log has %s", entries.body)
	}
	owner.call(t, "DELETE", "/workspaces/"+owner.workspaceID+"/members/"+editor.id, nil).want(t, http.StatusNoContent)
	if members := owner.call(t, "GET", "/folders", nil).json(t)["items"].([]any)[0].(map[string]any)["members"].([]any); len(members) != 0 {
		t.Errorf("a removed member still has access: %v", members)
	}
}

func TestFolderAccess_KeysHaveTheLimitsOfTheirCreator(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	key, _ := v.owner.apiKey(t, access.LinksRead)
	v.in.exec(t, `UPDATE api_keys SET user_id = $1`, v.limited.id)
	if r := key.call(t, "GET", "/links/"+v.scene.linkID, nil); r.status != http.StatusNotFound && r.status != http.StatusUnauthorized {
		t.Errorf("the key reads a hidden link: %d", r.status)
	}
	if r := key.call(t, "GET", "/links/"+v.visibleID, nil); r.status != http.StatusOK {
		t.Errorf("the key reads a visible link: %d %s", r.status, r.body)
	}
}

func TestFolderAccess_StreamsOmitHiddenClicks(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	for _, path := range []string{"/clicks/stream", "/stream"} {
		l := listenTo(t, v.limited, path, "Linnet-Workspace: "+v.owner.workspaceID)
		v.clicks.visit(t, v.owner, v.scene.linkID, v.scene.alias, noon, secretHit)
		v.clicks.visit(t, v.owner, v.visibleID, "visible", noon)
		for seen := false; !seen; {
			e := l.next(t)
			if leak := v.leak([]byte(e["data"])); leak != "" {
				t.Errorf("%s sends %s: %v", path, leak, e)
			}
			seen = strings.Contains(e["data"], v.visibleID)
		}
		resumed := listenTo(t, v.limited, path, "Linnet-Workspace: "+v.owner.workspaceID, "Last-Event-ID: clk_0000000000001")
		for seen := false; !seen; {
			e := resumed.next(t)
			if leak := v.leak([]byte(e["data"])); leak != "" {
				t.Errorf("%s resumes with %s: %v", path, leak, e)
			}
			seen = strings.Contains(e["data"], v.visibleID)
		}
		resumed.leave()
		l.leave()
	}
	v.restrict(t, "read")
	open := listenTo(t, v.limited, "/clicks/stream", "Linnet-Workspace: "+v.owner.workspaceID)
	v.restrict(t, nil)
	open.ended(t)
}

func TestFolderAccess_ExportsAndJobs(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	jobs := v.limited.call(t, "GET", "/jobs", nil).want(t, http.StatusOK).json(t)
	if jobs["total"] != 0.0 {
		t.Errorf("the member sees jobs of others: %v", jobs)
	}
	for _, body := range []any{`{"format":"json"}`, map[string]any{"format": "csv", "ids": []string{v.scene.linkID, v.visibleID}}} {
		id := v.limited.call(t, "POST", "/exports", body).want(t, http.StatusCreated).json(t)["id"].(string)
		v.in.work(t)
		file := v.limited.call(t, "GET", "/exports/"+id+"/file", nil).want(t, http.StatusOK)
		if leak := v.leak(file.body); leak != "" || !bytes.Contains(file.body, []byte("visible.example.com")) {
			t.Errorf("the export has %q:\n%s", leak, file.body)
		}
	}
}

func TestFolderAccess_OtherRecordsCanBeChanged(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	code := v.made(t, "/qr-codes", map[string]any{"linkId": v.visibleID})
	for path, body := range map[string]any{
		"/qr-codes/" + code:     map[string]any{"name": "Poster"},
		"/links/" + v.visibleID: map[string]any{"title": "New"},
	} {
		if r := v.limited.call(t, "PATCH", path, body); r.status != http.StatusOK {
			t.Errorf("PATCH %s: %d %s\n%s", path, r.status, r.body, v.in.log)
		}
	}
}

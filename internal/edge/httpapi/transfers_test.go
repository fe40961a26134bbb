package httpapi_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/core/job"
	"linnet/internal/infra/records"
)

// jobIDs are jobs of the owner in the states that operations want.
type jobIDs struct {
	importID, runningID, stoppedID, doneID string // imports: uploaded, queued, cancelled, done
	exportID, haltedID, fileID             string // exports: queued, cancelled, done
	changeID, pausedID, changedID          string // changes of links: queued, cancelled, done
	retrievalID, lostID, readID            string // retrievals: queued, cancelled, done
	checkID, haltedCheckID, checkedID      string // checks: queued, cancelled, done
}

const asCSV = "Content-Type: text/csv"

// someJobs makes one job of each state, and leaves none that waits but those
// that are meant to.
func (in *install) someJobs(t *testing.T, owner user) jobIDs {
	t.Helper()
	upload := func(query string) string {
		return owner.call(t, "POST", "/imports?"+query, "url\nhttps://example.com/\n", asCSV).want(t, 201).json(t)["id"].(string)
	}
	export := func() string {
		return owner.call(t, "POST", "/exports", `{}`).want(t, 201).json(t)["id"].(string)
	}
	change := func() string {
		return owner.call(t, "PATCH", "/links?tag=none", `{"status":"archived"}`).want(t, 202).json(t)["id"].(string)
	}
	var s jobIDs
	s.doneID, s.fileID, s.changedID = upload("dryRun=true"), export(), change()
	in.work(t)
	s.stoppedID, s.haltedID, s.pausedID = upload("dryRun=true"), export(), change()
	owner.call(t, "POST", "/changes/"+s.pausedID+"/cancel", nil).want(t, 200)
	owner.call(t, "POST", "/imports/"+s.stoppedID+"/cancel", nil).want(t, 200)
	owner.call(t, "POST", "/exports/"+s.haltedID+"/cancel", nil).want(t, 200)
	s.readID = owner.retrieval(t, rightKey)
	in.work(t)
	s.checkedID = owner.check(t, s.readID)
	in.work(t)
	s.checkID, s.haltedCheckID = owner.check(t, s.readID), owner.check(t, s.readID)
	owner.call(t, "POST", "/checks/"+s.haltedCheckID+"/cancel", nil).want(t, 200)
	s.retrievalID, s.lostID = owner.retrieval(t, rightKey), owner.retrieval(t, rightKey)
	owner.call(t, "POST", "/retrievals/"+s.lostID+"/cancel", nil).want(t, 200)
	s.importID, s.runningID, s.exportID, s.changeID = upload("start=false"), upload("dryRun=true"), export(), change()
	return s
}

// closeJobs ends all jobs but those: a workspace has a few at a time.
func (in *install) closeJobs(t *testing.T, but jobIDs) {
	t.Helper()
	in.exec(t, `UPDATE jobs SET state = 'done', input_id = '' WHERE id NOT IN ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		but.importID, but.runningID, but.stoppedID, but.exportID, but.changeID, but.retrievalID, but.lostID, but.checkID, but.haltedCheckID)
}

// work runs all jobs that wait.
func (in *install) work(t testing.TB) {
	t.Helper()
	for {
		ran, err := in.jobs.RunOne(t.Context(), job.TaskKind, "")
		if err != nil {
			t.Fatal(err)
		}
		if !ran {
			return
		}
	}
}

func TestImport_FromUploadToReport(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	file := "Long URL;Short code;Tags\nhttps://example.com/a;spring;x|y\nnonsense;bad;\n"
	draft := ada.call(t, "POST", "/imports?start=false&name=links.csv", file, asCSV).want(t, 201).json(t)
	if draft["state"] != "draft" || draft["total"] != 2.0 || draft["reportUrl"] != nil || draft["name"] != "links.csv" {
		t.Errorf("the draft is %v", draft)
	}
	path := "/imports/" + draft["id"].(string)
	preview := ada.call(t, "POST", path+"/preview", `{}`).want(t, 200).json(t)
	if preview["service"] != "Shlink" || fmt.Sprint(preview["counts"]) != "map[created:1 failed:1 skipped:0 unchanged:0 updated:0]" || preview["room"] != 100.0 {
		t.Errorf("the preview says %v", preview)
	}
	if jobs := ada.call(t, "GET", "/jobs", nil).want(t, 200).json(t); jobs["total"] != 0.0 {
		t.Errorf("a draft is listed: %v", jobs)
	}
	ada.call(t, "POST", path+"/start", `{"onConflict":"update"}`).want(t, 200)
	in.work(t)
	done := ada.call(t, "GET", path, nil).want(t, 200).json(t)
	if done["state"] != "done" || done["done"] != 2.0 || done["created"] != 1.0 || done["failed"] != 1.0 || done["finishedAt"] == nil {
		t.Errorf("the import is %v", done)
	}
	report := ada.call(t, "GET", strings.TrimPrefix(done["reportUrl"].(string), "/api/v1"), nil).want(t, 200)
	if !strings.Contains(string(report.body), "1,2,created,https://go.example.com/spring,https://example.com/a,") ||
		report.header.Get("Content-Disposition") != "attachment; filename=report-links.csv" {
		t.Errorf("the report is %v %s", report.header, report.body)
	}
	got := ada.call(t, "GET", "/notifications", nil).want(t, 200).json(t)["items"].([]any)[0].(map[string]any)
	if got["kind"] != "import.done" || got["url"] != "/dashboard/settings/jobs" || !strings.Contains(got["message"].(string), "2 rows were read, 1 of them") {
		t.Errorf("notification: %v", got)
	}
	ada.call(t, "POST", path+"/start", `{}`).want(t, 409)
	ada.call(t, "POST", path+"/resume", nil).want(t, 409)
	ada.call(t, "DELETE", path, nil).want(t, 204)
	ada.call(t, "GET", path, nil).want(t, 404)
}

func TestExport_SendsAFile(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	for _, alias := range []string{"one", "two"} {
		ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": alias, "tags": []string{alias}, "title": "=1+1"}).want(t, 201)
	}
	for body, want := range map[string]string{`{"tags":["two"]}`: "text/csv; charset=utf-8", `{"format":"json"}`: "application/vnd.linnet.links+json"} {
		id := ada.call(t, "POST", "/exports", body).want(t, 201).json(t)["id"].(string)
		ada.call(t, "GET", "/exports/"+id+"/file", nil).want(t, 404)
		in.work(t)
		done := ada.call(t, "GET", "/exports/"+id, nil).want(t, 200).json(t)
		file := ada.call(t, "GET", strings.TrimPrefix(done["reportUrl"].(string), "/api/v1"), nil).want(t, 200)
		if file.header.Get("Content-Type") != want || !strings.HasPrefix(file.header.Get("Content-Disposition"), "attachment; filename=links-2026-04-01.") {
			t.Errorf("%s is sent as %v", body, file.header)
		}
		if want == "text/csv; charset=utf-8" && (!strings.Contains(string(file.body), ",'=1+1,") || strings.Contains(string(file.body), "/one")) {
			t.Errorf("the file holds %s", file.body)
		}
		if want != "text/csv; charset=utf-8" {
			var links []map[string]any
			if err := json.Unmarshal(file.body, &links); err != nil || len(links) != 2 || links[0]["title"] != "=1+1" {
				t.Errorf("%v: %s", err, file.body)
			}
		}
	}
	ada.call(t, "POST", "/exports", `{"statuses":["lost"]}`).want(t, 422)
}

func TestCreateImport_InvalidUploads(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", "from a form.csv")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(part, "url\nhttps://example.com/\n")
	parts.Close()
	var late bytes.Buffer
	before := multipart.NewWriter(&late)
	if err := before.WriteField("notes", strings.Repeat("x", 300<<10)); err != nil {
		t.Fatal(err)
	}
	if _, err := before.CreateFormFile("file", "late.csv"); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(&late, "url\nhttps://example.com/\n")
	before.Close()
	rows := "url\n" + strings.Repeat("https://example.com/\n", 101)
	for name, c := range map[string]struct {
		query, body, header string
		status              int
		says                string
	}{
		"a form":              {"", form.String(), "Content-Type: " + parts.FormDataContentType(), 201, `"name":"from a form.csv"`},
		"a form without file": {"", "--x--\r\n", "Content-Type: multipart/form-data; boundary=x", 422, `"field":"file"`},
		"a file behind much":  {"", late.String(), "Content-Type: " + before.FormDataContentType(), 422, "Put the file first"},
		"JSON":                {"", `{}`, "Content-Type: application/json", 415, "text/csv"},
		"a picture":           {"", "x", "Content-Type: image/png", 415, ""},
		"nothing":             {"", "", asCSV, 422, `"field":"file"`},
		"Latin-1":             {"", "url\nhttps://example.com/\xe4\n", asCSV, 422, "not valid UTF-8"},
		"a header alone":      {"", "url\n", asCSV, 422, "no rows below"},
		"no such column":      {"?mapping=%7B%22url%22%3A%22x%22%7D", "url\nhttps://example.com/\n", asCSV, 422, `"field":"mapping.url"`},
		"a mapping in prose":  {"?mapping=url", "url\nhttps://example.com/\n", asCSV, 422, `"field":"mapping"`},
		"no such policy":      {"?onConflict=win", "url\nhttps://example.com/\n", asCSV, 422, `"field":"onConflict"`},
		"more than the plan":  {"", rows, asCSV, 402, "room for 100 more"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ada.call(t, "POST", "/imports"+c.query, c.body, c.header).want(t, c.status)
			if !strings.Contains(string(got.body), c.says) {
				t.Errorf("%s, want %q in it", got.body, c.says)
			}
		})
	}
	if n := in.number(t, `SELECT COUNT(*) FROM files`); n != 2 {
		t.Errorf("%d stored files, want the two of the multipart import", n)
	}
}

// number runs a query of one number on the record store.
func (in *install) number(t *testing.T, query string) (n int) {
	t.Helper()
	db, err := sql.Open(records.SQLiteDriver, filepath.Join(in.dir, records.File)+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

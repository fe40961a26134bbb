package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	linkTags    = 500
	linkFolders = 40
	// importRows is the number of rows of one file, which has at most 50 MB.
	importRows = 200_000
	// enough is the processor time after which a request has been measured.
	enough = 300 * time.Millisecond
	// maxRequests keeps all requests below the API's limit for one minute.
	maxRequests = 25
	// idleFor is how long the idle server is watched.
	idleFor = 30 * time.Second
)

// benchLinks imports links into one workspace and prints the processor time of the
// requests of the screens that list them.
func benchLinks(o options) error {
	return inFolder(func(dir string) (err error) {
		data := filepath.Join(dir, "data")
		linnet, _, err := startLinnet(o.binary, data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, linnet.stop()) }() // the one that runs then
		user, err := signUp(linnet.addr)
		if err != nil {
			return err
		}
		fmt.Printf("\n### %d links in a workspace\n\n", o.many)
		if err := importLinks(linnet, user, o.many); err != nil {
			return err
		}
		if err := untilSettled(linnet.processorTime); err != nil {
			fmt.Println("- after the import:", err)
		}
		if err := printIdle(linnet); err != nil {
			return err
		}
		if err := printDisk(data, o.many); err != nil {
			return err
		}
		if linnet, err = restart(o, linnet, data); err != nil {
			return err
		}
		user.base = "http://" + linnet.addr + "/api/v1"
		return measureRequests(linnet, user)
	})
}

// restart stops a server and starts it again.
func restart(o options, linnet *process, data string) (*process, error) {
	if err := linnet.stop(); err != nil {
		return linnet, err
	}
	again, took, err := startLinnet(o.binary, data)
	if err != nil {
		return linnet, err
	}
	fmt.Printf("- start: %.2f s\n", took.Seconds())
	return again, printIdle(again)
}

// linkRow is the i-th row of an import: half of the links are of spring, one in 10,000
// names a mountain. One in ten was imported with clicks.
func linkRow(i int) string {
	season, place := "spring", "valley"
	if i%2 == 1 {
		season = "autumn"
	}
	if i%10_000 == 17 {
		place = "zugspitze"
	}
	clicks := 0
	if i%10 == 3 {
		clicks = i % 1_000
	}
	return fmt.Sprintf("c%07d,https://shop.example.com/%s/%s/item-%d?ref=%x,%s offer %d,tag%d,folder%d,%d\n",
		i, season, place, i, i*7_919, season, i, i%linkTags, i%linkFolders, clicks)
}

func importLinks(linnet *process, user *api, n int) error {
	used, err := linnet.processorTime()
	if err != nil {
		return err
	}
	began := time.Now()
	for from := 0; from < n; from += importRows {
		var file bytes.Buffer
		file.WriteString("alias,url,title,tags,folder,clicks\n")
		for i := from; i < min(n, from+importRows); i++ {
			file.WriteString(linkRow(i))
		}
		if err := user.importFile(&file); err != nil {
			return err
		}
	}
	now, err := linnet.processorTime()
	fmt.Printf("- import: %.0f rows a second of processor time, %.0f a second\n",
		float64(n)/(now-used).Seconds(), float64(n)/time.Since(began).Seconds())
	return err
}

// importFile imports a file and waits until it is done.
func (a *api) importFile(file io.Reader) error {
	req, err := http.NewRequest(http.MethodPost, a.base+"/imports", file)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "text/csv")
	var job struct {
		ID, State string
		Failed    int
	}
	if err := a.do(req, &job); err != nil {
		return err
	}
	for job.State != "done" {
		if job.State == "failed" || job.State == "cancelled" || job.Failed > 0 {
			return fmt.Errorf("the import has %d faults and is %s", job.Failed, job.State)
		}
		time.Sleep(time.Second)
		if err := a.read("/imports/"+job.ID, &job); err != nil {
			return err
		}
	}
	return nil
}

// printIdle prints the processor time that the server uses without requests.
func printIdle(linnet *process) error {
	before, err := linnet.processorTime()
	if err != nil {
		return err
	}
	time.Sleep(idleFor)
	after, err := linnet.processorTime()
	fmt.Printf("- idle: %.1f%% of a core\n", 100*(after-before).Seconds()/idleFor.Seconds())
	return err
}

func printDisk(data string, n int) error {
	for _, name := range []string{"records.db", "records.db-wal"} {
		info, err := os.Stat(filepath.Join(data, name))
		if err != nil {
			return err
		}
		fmt.Printf("- %s: %.0f bytes a link, %d MB\n", name, float64(info.Size())/float64(n), info.Size()>>20)
	}
	return nil
}

// measureRequests prints a table of the processor time of requests.
func measureRequests(linnet *process, user *api) error {
	fmt.Printf("\n| request | processor time | found |\n|---|---|---|\n")
	for _, request := range []struct{ name, path string }{
		{"nothing (the session's user)", "/me"},
		{"list, newest", "/links?limit=50&status=active,scheduled,expired,blocked"},
		{"list, page 200", "/links?limit=50&page=200"},
		{"search: rare word", "/links?limit=50&search=zugspitze"},
		{"search: frequent word", "/links?limit=50&search=spring"},
		{"search: none", "/links?limit=50&search=kilimanjaro"},
		{"search: two words", "/links?limit=50&search=" + url.QueryEscape("autumn zugspitze")},
		{"search: two letters", "/links?limit=50&search=zq"},
		{"filter by status", "/links?limit=50&status=expired"},
		{"filter by tag", "/links?limit=50&tag=tag7"},
		{"filter by folder", "/links?limit=50&folder=FOLDER"},
		{"sort by alias", "/links?limit=50&sort=alias"},
		{"sort by clicks", "/links?limit=50&sort=clickCount"},
		{"sort by last click", "/links?limit=50&sort=lastClickedAt"},
		{"counts of the tabs", "/links/counts"},
		{"tags with counts", "/tags"},
		{"folders with counts", "/folders"},
		{"domains with counts", "/domains"},
		{"top links of home", "/analytics?groupBy=link&limit=5&start=" + url.QueryEscape(time.Now().AddDate(0, 0, -30).UTC().Format(time.RFC3339))},
	} {
		path := request.path
		if strings.Contains(path, "FOLDER") {
			var folders struct{ Items []struct{ ID string } }
			if err := user.read("/folders", &folders); err != nil {
				return err
			}
			path = strings.Replace(path, "FOLDER", folders.Items[0].ID, 1)
		}
		cost, total, err := user.cost(linnet, path)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %.1f ms | %s |\n", request.name, float64(cost.Microseconds())/1000, total)
	}
	return nil
}

// cost returns the processor time of one request and the total of its answer, if it has one.
func (a *api) cost(linnet *process, path string) (each time.Duration, total string, err error) {
	before, err := linnet.processorTime()
	if err != nil {
		return 0, "", err
	}
	for n := 1; ; n++ {
		var answer json.RawMessage
		if err := a.read(path, &answer); err != nil {
			return 0, "", err
		}
		now, err := linnet.processorTime()
		if err != nil {
			return 0, "", err
		}
		if now-before >= enough || n == maxRequests {
			var counted struct{ Total json.RawMessage }
			_ = json.Unmarshal(answer, &counted) // a list without a total
			return (now - before) / time.Duration(n), string(counted.Total), nil
		}
	}
}

// read decodes the answer of a GET request.
func (a *api) read(path string, answer any) error {
	body, err := a.get(context.Background(), path)
	if err != nil {
		return err
	}
	return errors.Join(json.NewDecoder(body).Decode(answer), body.Close())
}

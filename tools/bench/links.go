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
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	linkTags    = 500
	linkFolders = 40
	// halfOfLinks is the name of a tag and of a folder that half of the links have.
	halfOfLinks = "half"
	// importRows is the number of rows of one file, which has at most 50 MB.
	importRows = 200_000
	// enough is the processor time after which a request has been measured.
	enough = 300 * time.Millisecond
	// maxRequests keeps all requests below the API's limit for one minute.
	maxRequests = 25
	// idleFor is how long the idle server is watched.
	idleFor = 30 * time.Second
)

// linkNode is a node whose requests about links are measured.
type linkNode struct {
	*process
	data   string
	env    []string
	stores stores // servers of its records, whose processor time counts as its own
}

// benchLinks imports links into one workspace and prints the processor time of the
// requests of the screens that list them. The records are in SQLite, or in the empty
// database that LINNET_BENCH_DATABASE_URL names, of servers with the process ids of
// LINNET_BENCH_STORES.
func benchLinks(o options) error {
	engine := "SQLite"
	var node linkNode
	if database := os.Getenv("LINNET_BENCH_DATABASE_URL"); database != "" {
		engine, node.env = "PostgreSQL", []string{"LINNET_DATABASE_URL=" + database}
		var err error
		if node.stores, err = storesFrom(os.Getenv("LINNET_BENCH_STORES")); err != nil {
			return err
		}
	}
	return inFolder(func(dir string) (err error) {
		node.data = filepath.Join(dir, "data")
		if _, err := node.start(o); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, node.stop()) }() // the process that runs then
		user, err := signUp(node.addr)
		if err != nil {
			return err
		}
		fmt.Printf("\n### %d links in a workspace, %s\n\n", o.many, engine)
		if err := importLinks(&node, user, o.many); err != nil {
			return err
		}
		if err := untilSettled(node.processorTime); err != nil {
			fmt.Println("- after the import:", err)
		}
		if err := printIdle(&node); err != nil {
			return err
		}
		if err := node.printDisk(o.many); err != nil {
			return err
		}
		if err := node.restart(o); err != nil {
			return err
		}
		user.base = "http://" + node.addr + "/api/v1"
		if err := measureRequests(&node, user); err != nil {
			return err
		}
		if err := measureBulk(&node, user); err != nil {
			return err
		}
		if err := measureFirstVisits(o, &node); err != nil {
			return err
		}
		if err := measureExport(&node, user, o.many); err != nil {
			return err
		}
		if engine == "SQLite" {
			if err := measureBackup(o, &node); err != nil {
				return err
			}
		}
		return measureReports(o, &node, user)
	})
}

// start starts the process and returns how long it took.
func (n *linkNode) start(o options) (took time.Duration, err error) {
	n.process, took, err = startLinnet(o.binary, n.data, n.env...)
	return took, err
}

// restart stops the process and starts it again.
func (n *linkNode) restart(o options) error {
	if err := n.stop(); err != nil {
		return err
	}
	took, err := n.start(o)
	if err != nil {
		return err
	}
	fmt.Printf("- start: %.2f s\n", took.Seconds())
	return printIdle(n)
}

// processorTime returns what the process and the servers of its records have used.
func (n *linkNode) processorTime() (time.Duration, error) {
	own, err := n.process.processorTime()
	servers, storesErr := n.stores.processorTime()
	return own + servers, errors.Join(err, storesErr)
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
	tags, folder := fmt.Sprintf("tag%d", i%linkTags), fmt.Sprintf("folder%d", i%linkFolders)
	if i%4 < 2 {
		tags += "|" + halfOfLinks
	}
	if i%2 == 0 {
		folder = halfOfLinks
	}
	return fmt.Sprintf("c%07d,https://shop.example.com/%s/%s/item-%d?ref=%x,%s offer %d,%s,%s,%d\n",
		i, season, place, i, i*7_919, season, i, tags, folder, clicks)
}

func importLinks(linnet *linkNode, user *api, n int) error {
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
func printIdle(linnet *linkNode) error {
	before, err := linnet.processorTime()
	if err != nil {
		return err
	}
	time.Sleep(idleFor)
	after, err := linnet.processorTime()
	fmt.Printf("- idle: %.1f%% of a core\n", 100*(after-before).Seconds()/idleFor.Seconds())
	return err
}

// printDisk prints the size of the records of n links.
func (n *linkNode) printDisk(links int) error {
	if len(n.env) > 0 {
		out, err := exec.Command("psql", os.Getenv("LINNET_BENCH_DATABASE_URL"), "-tAc", "SELECT pg_database_size(current_database())").Output()
		if err != nil {
			fmt.Println("- size of the database: left out,", err)
			return nil
		}
		size, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		fmt.Printf("- database: %.0f bytes a link, %.0f MB\n", size/float64(links), size/(1<<20))
		return err
	}
	for _, name := range []string{"records.db", "records.db-wal"} {
		info, err := os.Stat(filepath.Join(n.data, name))
		if err != nil {
			return err
		}
		fmt.Printf("- %s: %.0f bytes a link, %d MB\n", name, float64(info.Size())/float64(links), info.Size()>>20)
	}
	return nil
}

// measureBulk prints the processor time of creating links with one request.
func measureBulk(linnet *linkNode, user *api) error {
	const links, requests = 1_000, 5
	before, err := linnet.processorTime()
	if err != nil {
		return err
	}
	for request := range requests {
		drafts := make([]map[string]any, links)
		for i := range drafts {
			drafts[i] = map[string]any{"url": fmt.Sprintf("%s?bulk=%d-%d", destination, request, i), "title": "Bulk"} // no title to fetch
		}
		var answer json.RawMessage
		if err := user.post("/links/bulk", map[string]any{"links": drafts}, &answer); err != nil {
			return err
		}
	}
	if err := untilSettled(linnet.processorTime); err != nil {
		return err
	}
	after, err := linnet.processorTime()
	fmt.Printf("\n- %d links with one request: %d ms of processor time\n", links, (after-before).Milliseconds()/requests)
	return err
}

// measureFirstVisits prints the processor time of visits of random links that are not
// cached, of the same visits again, and the memory of the node after them. It includes
// what storing and counting their clicks takes.
func measureFirstVisits(o options, linnet *linkNode) error {
	const most = 100_000
	visits := min(o.many, most)
	path := func(buf []byte, i uint64) []byte { return fmt.Appendf(buf, "/c%07d", i*7_919%uint64(o.many)) }
	for _, name := range []string{"first visits", "the same visits again"} {
		before, err := linnet.processorTime()
		if err != nil {
			return err
		}
		l := load{conns: o.conns, seconds: 3600, path: path}
		if err := l.visit(linnet.addr, uint64(visits)); err != nil {
			return err
		}
		if err := untilSettled(linnet.processorTime); err != nil {
			return err
		}
		after, err := linnet.processorTime()
		if err != nil {
			return err
		}
		fmt.Printf("- %s of %d links: %.3f ms of processor time each\n", name, visits, (after-before).Seconds()*1000/float64(visits))
	}
	mb, err := linnet.residentMB()
	fmt.Printf("- resident: %.0f MB\n", mb)
	return err
}

// measureRequests prints a table of the processor time of requests.
func measureRequests(linnet *linkNode, user *api) error {
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
func (a *api) cost(linnet *linkNode, path string) (each time.Duration, total string, err error) {
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

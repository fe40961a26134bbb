// Bench measures a built Linnet from outside: redirects beside a constant
// net/http handler and nginx in the same run, links by the million, rules, QR codes
// beside two libraries, the start, and memory. It prints tables in Markdown.
//
//	go run -C tools/bench . -binary ../../bin/linnet
//
// Load and servers share the machine's cores. Rounds alternate between the
// servers, and what counts are the medians of the ratios within a round.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// destination is the URL of every redirect.
const destination = "https://example.com/landing?x=1"

type options struct {
	binary   string
	baseline string
	rounds   int
	seconds  float64
	conns    int
	many     int
	only     string
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "constant" {
		fail(serveConstant(os.Args[2]))
	}
	var o options
	if len(os.Args) == 5 && os.Args[1] == "constant-tls" {
		fail(serveConstantTLS(os.Args[2], os.Args[3], os.Args[4]))
	}
	flag.StringVar(&o.binary, "binary", "../../bin/linnet", "the built Linnet")
	flag.StringVar(
		&o.baseline,
		"baseline",
		"",
		"an earlier Linnet binary; compare its redirects with those of -binary and run nothing else",
	)
	flag.IntVar(&o.rounds, "rounds", 5, "rounds of each comparison")
	flag.Float64Var(&o.seconds, "seconds", 3, "length of each run")
	flag.IntVar(&o.conns, "conns", 64, "connections at once")
	flag.IntVar(&o.many, "many", 1_000_000, "links of the large folder; 0 leaves it out")
	flag.StringVar(&o.only, "only", "", "a comma-separated choice of redirect, page, qr, rules, many, links, start, dashboard, tls, remote")
	flag.Parse()
	runtime.LockOSThread() // processes end with the thread that started them
	binary, err := filepath.Abs(o.binary)
	fail(err)
	o.binary = binary
	fmt.Printf("%s, %s, %d cores, %s, %d connections, %d rounds of %.1f s\n",
		time.Now().UTC().Format("2 January 2006"), model(), runtime.NumCPU(), runtime.Version(), o.conns, o.rounds, o.seconds)
	if o.baseline != "" {
		fail(benchBaseline(o))
		return
	}
	for _, part := range []struct {
		name string
		run  func(options) error
	}{
		{"redirect", benchRedirect}, {"page", benchPage}, {"qr", benchQR}, {"rules", benchRules}, {"many", benchMany},
		{"links", benchLinks}, {"start", benchStart}, {"dashboard", benchDashboard}, {"tls", benchTLS}, {"remote", benchRemote},
	} {
		if o.only == "" || slices.Contains(strings.Split(o.only, ","), part.name) {
			fail(part.run(o))
		}
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// model returns the name of the processor.
func model() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// contender is one side of a comparison. The first one is the baseline.
type contender struct {
	name   string
	server *process
	path   func([]byte, uint64) []byte
	rate   int            // see load
	crowd  *atomic.Uint64 // see load
	names  uint64         // see load
	stores stores         // databases of the server; none: it has embedded ones
	// beside runs during the measurement, until stop is closed; nil: nothing.
	beside func(stop <-chan struct{}) error
}

// measure runs a load and measures the processor time of the server and its stores.
func (c contender) measure(l load) (result, error) {
	before, err := c.server.processorTime()
	storesBefore, storesErr := c.stores.processorTime()
	if err := errors.Join(err, storesErr); err != nil {
		return result{}, err
	}
	got, err := c.run(l)
	if err != nil {
		return result{}, err
	}
	after, err := c.server.processorTime()
	storesAfter, storesErr := c.stores.processorTime()
	got.cost = (after - before) / time.Duration(got.answers)
	got.storesCost = (storesAfter - storesBefore) / time.Duration(got.answers)
	return got, errors.Join(err, storesErr)
}

// run runs a load, with beside in parallel.
func (c contender) run(l load) (result, error) {
	if c.beside == nil {
		return l.run(c.server.addr)
	}
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- c.beside(stop) }()
	got, err := l.run(c.server.addr)
	close(stop)
	return got, errors.Join(err, <-ended)
}

func fixed(path string) func([]byte, uint64) []byte {
	return func(buf []byte, _ uint64) []byte { return append(buf, path...) }
}

// compare runs the contenders in turn, round by round, and prints a table. Every other
// round is in reverse order, so that what a run leaves behind (dirty pages of the disk,
// work of databases) slows each contender as often.
func compare(title string, o options, fresh bool, contenders []contender) error {
	results := make([][]result, len(contenders))
	for round := range o.rounds + 1 { // the first warms up and is not counted
		for i := range contenders {
			if round%2 == 0 {
				i = len(contenders) - 1 - i
			}
			c := contenders[i]
			l := load{conns: o.conns, seconds: o.seconds, fresh: fresh, rate: c.rate, crowd: c.crowd, path: c.path, names: c.names}
			if round == 0 {
				l.seconds = min(1, o.seconds)
			}
			if err := settle(contenders); err != nil {
				return fmt.Errorf("%s: %w", title, err)
			}
			got, err := c.measure(l)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", title, c.name, err)
			}
			if round > 0 {
				results[i] = append(results[i], got)
			}
		}
	}
	printTable(title, contenders, results)
	return nil
}

// printTable prints the medians of the contenders' rounds.
func printTable(title string, contenders []contender, results [][]result) {
	fmt.Printf(
		"\n**%s**\n\n| | requests/s | p99 | processor time | requests, of the first | p99, of the first |\n|---|---|---|---|---|---|\n",
		title,
	)
	for i, c := range contenders {
		var rps, p99, cost, storesCost, rpsRatio, p99Ratio []float64
		for round, got := range results[i] {
			mark := results[0][round]
			rps, p99, cost = append(rps, got.rps), append(p99, float64(got.p99)), append(cost, float64(got.cost))
			storesCost = append(storesCost, float64(got.storesCost))
			rpsRatio, p99Ratio = append(rpsRatio, got.rps/mark.rps), append(p99Ratio, float64(got.p99)/float64(max(mark.p99, 1)))
		}
		processor := fmt.Sprintf("%.1f µs", median(cost)/1e3)
		if len(c.stores) > 0 {
			processor += fmt.Sprintf(", stores %.1f µs", median(storesCost)/1e3)
		}
		fmt.Printf(
			"| %s | %.0f | %.2f ms | %s | %.2f× | %.2f× |\n",
			c.name,
			median(rps),
			median(p99)/1e6,
			processor,
			median(rpsRatio),
			median(p99Ratio),
		)
	}
}

// settle waits until all servers and their stores are idle.
func settle(contenders []contender) error {
	for _, c := range contenders {
		for _, used := range []func() (time.Duration, error){c.server.processorTime, c.stores.processorTime} {
			if err := untilSettled(used); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// inFolder runs f in a temporary folder.
func inFolder(f func(dir string) error) error {
	dir, err := os.MkdirTemp("", "linnet-bench-")
	if err != nil {
		return err
	}
	return errors.Join(f(dir), os.RemoveAll(dir))
}

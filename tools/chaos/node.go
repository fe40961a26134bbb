package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const visitorAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36"

// node is one process of the program.
type node struct {
	binary, data, addr, token string
	cmd                       *exec.Cmd
	client                    *http.Client
	env                       []string
	load                      *load
	clock                     *steppedClock // nil: the machine's
	announced                 int64         // clicks that the node reported as lost if it ends
	database                  *cluster      // nil: SQLite
	interrupted               <-chan struct{}
	log                       *output // of the current process
}

// output collects the output of a process. It is safe for concurrent use.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

var errInterrupted = errors.New("interrupted")

// pause waits for d, or until an interrupt.
func (n *node) pause(d time.Duration) {
	select {
	case <-n.interrupted:
	case <-time.After(d):
	}
}

// check returns errInterrupted after an interrupt.
func (n *node) check() error {
	select {
	case <-n.interrupted:
		return errInterrupted
	default:
		return nil
	}
}

// watch reports how many visits and probes of /healthz are answered during d.
// The visits under way when it begins are not among those sent.
func (n *node) watch(d time.Duration) string {
	client := &http.Client{Timeout: time.Second}
	sent, answered := n.load.sent.Load(), n.load.answered.Load()
	probes, healthy := 0, 0
	for end := time.Now().Add(d); time.Now().Before(end) && n.check() == nil; n.pause(100 * time.Millisecond) {
		probes++
		answer, err := client.Get("http://" + n.addr + "/healthz")
		if err != nil {
			continue
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			healthy++
		}
	}
	return fmt.Sprintf("%d visits answered (%d sent), %d of %d /healthz",
		n.load.answered.Load()-answered, n.load.sent.Load()-sent, healthy, probes)
}

func newNode(binary, data string) (*node, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &node{
		binary: binary,
		data:   data,
		addr:   l.Addr().String(),
		client: &http.Client{
			Timeout:       10 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	return n, l.Close()
}

// launch starts the process and does not wait.
func (n *node) launch() error {
	if err := n.check(); err != nil {
		return err
	}
	n.cmd = exec.Command(
		n.binary,
		"serve",
		"--addr",
		n.addr,
		"--data",
		n.data,
		"--public-url",
		"http://"+n.addr,
	) //nolint:gosec // the program under test
	n.cmd.Env = append(append(os.Environ(), "LINNET_PLANS=off"), n.env...)
	n.log = &output{}
	n.cmd.Stdout, n.cmd.Stderr = n.log, n.log
	if n.clock != nil {
		return n.clock.start(n.cmd)
	}
	return n.cmd.Start()
}

func (n *node) start() error {
	if err := n.launch(); err != nil {
		return err
	}
	return n.waitReady(time.Minute)
}

func (n *node) kill() {
	if n.cmd == nil || n.cmd.Process == nil {
		return
	}
	_ = n.cmd.Process.Kill()
	_ = n.cmd.Wait() // an error: it was killed
	n.cmd = nil
}

// stop asks the node to end, and waits until it has.
func (n *node) stop() {
	_ = n.cmd.Process.Signal(syscall.SIGTERM)
	_ = n.cmd.Wait() // an error: it could not write everything to its disk
	n.cmd = nil
}

// waitAnswered returns when visits more visits were answered, or with an error
// after limit.
func (n *node) waitAnswered(visits int64, limit time.Duration) error {
	want := n.load.answered.Load() + visits
	return n.poll(limit, func() error {
		if missing := want - n.load.answered.Load(); missing > 0 {
			return fmt.Errorf("%d visits were not answered", missing)
		}
		return nil
	})
}

// poll calls condition until it returns nil. It fails with the last error after
// limit, and with errInterrupted.
func (n *node) poll(limit time.Duration, condition func() error) error {
	var last error
	for end := time.Now().Add(limit); time.Now().Before(end); n.pause(50 * time.Millisecond) {
		if err := n.check(); err != nil {
			return err
		}
		if last = condition(); last == nil {
			return nil
		}
	}
	return fmt.Errorf("not within %s: %w", limit, last)
}

func (n *node) waitReady(limit time.Duration) error { return n.waitFor("/readyz", limit) }

// waitFor polls a path until it answers 200.
func (n *node) waitFor(path string, limit time.Duration) error {
	return n.poll(limit, func() error {
		answer, err := n.client.Get("http://" + n.addr + path)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 1000))
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s %s", path, answer.Status, text)
		}
		return nil
	})
}

// call sends a request to the API.
func (n *node) call(method, path string, body, into any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, "http://"+n.addr+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if n.token != "" {
		request.Header.Set("Authorization", "Bearer "+n.token)
	}
	answer, err := n.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 1000))
		return fmt.Errorf("%s %s: %s %s", method, path, answer.Status, text)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// prepare signs up and makes the link that is visited.
func (n *node) prepare() error {
	var signedUp struct{ Token string }
	err := n.call(http.MethodPost, "/auth/signup", map[string]any{
		"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "password": "Correct-Horse7",
		"passwordConfirmation": "Correct-Horse7", "country": "GB", "countryCode": "+44", "phoneNumber": "+441234567890", "ipAddress": "",
	}, &signedUp)
	if err != nil {
		return err
	}
	n.token = signedUp.Token
	return n.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, &struct{}{})
}

// settled returns the counted clicks once they reach answered, or do not grow
// for ten seconds.
func (n *node) settled(answered int64) (int64, error) {
	var counted struct{ Clicks int64 }
	last, since := int64(-1), time.Now()
	for {
		if err := n.check(); err != nil {
			return 0, err
		}
		if err := n.call(http.MethodGet, "/analytics?groupBy=count&interval=all&traffic=all", nil, &counted); err != nil {
			return 0, err
		}
		if counted.Clicks != last {
			last, since = counted.Clicks, time.Now()
		}
		if time.Since(since) > 10*time.Second || (last >= answered && time.Since(since) > 2*time.Second) {
			return last, nil
		}
		n.pause(500 * time.Millisecond)
	}
}

// load visits the link at a steady rate.
type load struct {
	sent, answered atomic.Int64
	visiting       sync.RWMutex // held for writing while the load pauses
	done           chan struct{}
	group          sync.WaitGroup
}

func startLoad(n *node, rate int) *load {
	l := &load{done: make(chan struct{})}
	const workers = 16
	tick := time.NewTicker(time.Second / time.Duration(rate))
	for range workers {
		l.group.Go(func() {
			for {
				select {
				case <-l.done:
					return
				case <-tick.C:
					l.visit(n)
				}
			}
		})
	}
	return l
}

func (l *load) visit(n *node) {
	l.visiting.RLock()
	defer l.visiting.RUnlock()
	request, err := http.NewRequest(http.MethodGet, "http://"+n.addr+"/a", http.NoBody)
	if err != nil {
		return
	}
	request.Header.Set("User-Agent", visitorAgent)
	l.sent.Add(1)
	answer, err := n.client.Do(request)
	if err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	if answer.StatusCode == http.StatusFound {
		l.answered.Add(1)
	}
}

func (l *load) stop() {
	close(l.done)
	l.group.Wait()
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server under measurement.
type process struct {
	addr string
	cmd  *exec.Cmd
	log  bytes.Buffer
	done chan error
}

// start runs a command and waits until ready answers 200. It returns how long
// that took.
func start(addr, ready string, env []string, name string, args ...string) (*process, time.Duration, error) {
	p := &process{addr: addr, cmd: exec.Command(name, args...), done: make(chan error, 1)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	p.cmd.SysProcAttr = endsWithUs()
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, 0, err
	}
	go func() { p.done <- p.cmd.Wait() }()
	client := http.Client{
		Timeout:       time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for time.Since(began) < 30*time.Second {
		resp, err := client.Get("http://" + addr + ready)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode < 400 {
				return p, time.Since(began), nil
			}
		}
		select {
		case err := <-p.done:
			return nil, 0, fmt.Errorf("%s ended early: %w\n%s", name, err, p.log.String())
		case <-time.After(time.Millisecond):
		}
	}
	return nil, 0, errors.Join(fmt.Errorf("%s was not ready in 30 seconds\n%s", name, p.log.String()), p.stop())
}

// stop terminates the process with SIGTERM.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case err := <-p.done:
		return err
	case <-time.After(20 * time.Second):
		return errors.Join(errors.New("did not stop in 20 seconds"), p.cmd.Process.Kill())
	}
}

// descendants returns the id of a process and those of the processes below it, such as
// nginx's workers.
func descendants(pid int) ([]int, error) {
	all := []int{pid}
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil, err
	}
	for _, task := range tasks {
		children, err := os.ReadFile(task)
		if errors.Is(err, os.ErrNotExist) {
			continue // a thread that ended meanwhile
		}
		if err != nil {
			return nil, err
		}
		for _, text := range strings.Fields(string(children)) {
			child, err := strconv.Atoi(text)
			if err != nil {
				return nil, err
			}
			below, err := descendants(child)
			if err != nil {
				return nil, err
			}
			all = append(all, below...)
		}
	}
	return all, nil
}

// residentMB returns the process's resident memory.
func (p *process) residentMB() (float64, error) { return residentMB(p.cmd.Process.Pid) }

func residentMB(pid int) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 64)
			return kb / 1024, err
		}
	}
	return 0, errors.New("no VmRSS")
}

// untilSettled waits until a process is idle, whose processor time used returns: work
// that it defers under load must not distort the next measurement.
func untilSettled(used func() (time.Duration, error)) error {
	const interval, idle, limit = 250 * time.Millisecond, 10 * time.Millisecond, 2 * time.Minute
	before, err := used()
	for began := time.Now(); err == nil && time.Since(began) < limit; {
		time.Sleep(interval)
		var now time.Duration
		if now, err = used(); now-before <= idle {
			return err
		}
		before = now
	}
	return errors.Join(err, errors.New("the server did not become idle"))
}

// processorTime returns what the process and its children have used so far, in
// steps of 10 ms each.
func (p *process) processorTime() (time.Duration, error) {
	family, err := descendants(p.cmd.Process.Pid)
	total := time.Duration(0)
	for _, pid := range family {
		used, usedErr := processorTime(pid)
		total, err = total+used, errors.Join(err, usedErr)
	}
	return total, err
}

func processorTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// proc(5): fields 14 and 15, counted from 1; the second is a name in
	// parentheses that may hold anything.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return 0, errors.New("no processor time in stat")
	}
	user, err := strconv.Atoi(fields[11])
	system, sysErr := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, errors.Join(err, sysErr)
}

// freeAddr returns an unused loopback address.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func startConstant() (*process, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	p, _, err := start(addr, "/", nil, os.Args[0], "constant", addr)
	return p, err
}

// barePath is the path of the constant server's minimal response.
const barePath = "/bare"

// serveConstant is the baseline: a net/http server with a constant response.
func serveConstant(addr string) error {
	own := http.RedirectHandler(destination, http.StatusFound)
	return http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != barePath {
			own.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Location", destination)
		w.WriteHeader(http.StatusFound)
	}))
}

func startLinnet(binary, data string, env ...string) (*process, time.Duration, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, 0, err
	}
	return start(addr, "/readyz", append([]string{
		"LINNET_ADDR=" + addr, "LINNET_DATA=" + data, "LINNET_PUBLIC_URL=http://" + addr, "LINNET_PLANS=off",
		"LINNET_TRUSTED_PROXIES=127.0.0.1/32",
	}, env...), binary, "serve", "--move-default-domain") // a later start has another port
}

// startNginx starts nginx with its access log, or returns nil when there is
// none on this machine.
func startNginx(dir string) (*process, error) {
	path, err := exec.LookPath("nginx")
	if err != nil {
		return nil, nil
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	conf := fmt.Sprintf(`worker_processes auto;
daemon off;
pid nginx.pid;
error_log error.log;
events { worker_connections 1024; }
http {
  access_log access.log combined buffer=64k flush=1s;
  keepalive_requests 1000000000;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server { listen %s; location / { return 302 %s; } }
}
`, addr, destination)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		return nil, err
	}
	p, _, err := start(addr, "/", nil, path, "-p", dir, "-c", file)
	return p, err
}

// api is a signed-up user of a running Linnet.
type api struct {
	base, token string
	workspace   string // id; "": the user's own
}

func signUp(addr string) (*api, error) { return signUpAs(addr, "bench@example.com") }

// signUpAs signs a user up with an email address.
func signUpAs(addr, email string) (*api, error) {
	a := &api{base: "http://" + addr + "/api/v1"}
	var answer struct{ Token string }
	err := a.post("/auth/signup", map[string]string{
		"firstName": "Bench", "lastName": "Mark", "email": email, "country": "GB", "countryCode": "+44",
		"phoneNumber": "+44123456", "password": "Passw0rd!x", "passwordConfirmation": "Passw0rd!x", "ipAddress": "",
	}, &answer)
	a.token = answer.Token
	return a, err
}

func (a *api) post(path string, body, answer any) error {
	return a.send(http.MethodPost, path, body, answer)
}

// send sends a body and decodes the answer.
func (a *api) send(method, path string, body, answer any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(method, a.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	return a.do(req, answer)
}

// do sends a request with the user's token and decodes the answer.
func (a *api) do(req *http.Request, answer any) error {
	if a.token != "" {
		req.Header.Set("Authorization", "Bearer "+a.token)
	}
	if a.workspace != "" {
		req.Header.Set("Linnet-Workspace", a.workspace)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		var problem bytes.Buffer
		_, _ = problem.ReadFrom(resp.Body)
		return fmt.Errorf("%s %s: %s: %s", req.Method, req.URL.Path, resp.Status, problem.String())
	}
	return json.NewDecoder(resp.Body).Decode(answer)
}

// link makes a link and returns its id.
func (a *api) link(alias string, more map[string]any) (string, error) {
	body := map[string]any{"url": destination, "alias": alias}
	for key, value := range more {
		body[key] = value
	}
	var answer struct{ ID string }
	err := a.post("/links", body, &answer)
	return answer.ID, err
}

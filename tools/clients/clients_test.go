// Package clients tests clients that others wrote: generators of clients accept the API's document and their clients
// work, and so do the clients of other shorteners.
package clients

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

const (
	document   = "../../api/openapi.json"
	binary     = "../../bin/linnet" // of `make build`
	typescript = "../../web/tools/openapi"
)

// TestOpenAPITypeScript_GeneratesTypesThatWork uses the types of the web app, which `make generate` generates.
func TestOpenAPITypeScript_GeneratesTypesThatWork(t *testing.T) {
	run(t, nil, "node", typescript+"/node_modules/typescript/bin/tsc", "-p", typescript)
	useLink(t, "node", typescript+"/built/tools/openapi/link.mjs")
}

// TestTypeScriptClient uses the package @linnet/api.
func TestTypeScriptClient_Works(t *testing.T) {
	const client = "../../web/packages/api"
	run(t, nil, "node", typescript+"/node_modules/typescript/bin/tsc", "-p", client)
	useLink(t, "node", client+"/dist/packages/api/test/use.js")
}

func TestOapiCodegen_GeneratesAClientThatWorks(t *testing.T) {
	if err := os.MkdirAll("testdata/oapicodegen/api", 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, nil, "go", "tool", "oapi-codegen", "-config", "testdata/oapicodegen/config.yaml", document)
	useLink(t, compile(t, "./testdata/oapicodegen"))
}

func TestOgen_GeneratesAClientThatWorks(t *testing.T) {
	generate := func(config, target string) {
		run(t, nil, "go", "tool", "ogen", "-loglevel", "error", "-config", config, "-package", "api", "-clean", "-target", target, document)
	}
	generate("testdata/ogen/config.yaml", t.TempDir())
	generate(onlyLinks(t), "testdata/ogen/api") // the whole client has 400,000 lines and takes 40 s of processor time to compile
	useLink(t, compile(t, "./testdata/ogen"))
}

// onlyLinks returns the path of a configuration of ogen that generates the operations on links only.
func onlyLinks(t *testing.T) string {
	t.Helper()
	config, err := os.ReadFile("testdata/ogen/config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "config.yaml")
	config = append(config, "  filters:\n    path_regex: ^/links(/\\{id\\})?$\n"...)
	if err := os.WriteFile(path, config, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// compile compiles the program in a folder and returns its path.
func compile(t *testing.T, folder string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	run(t, nil, "go", "build", "-o", program, folder)
	return program
}

// useLink runs a program with an API key of a new install.
func useLink(t *testing.T, program string, args ...string) {
	t.Helper()
	use(t, serve(t), nil, program, args...)
}

// use runs a program with an API key of the install at an address, and further variables of the environment.
func use(t *testing.T, origin string, env []string, program string, args ...string) {
	t.Helper()
	secret, signature := newKey(t, origin)
	run(t, append(env, "LINNET_URL="+origin, "LINNET_API_KEY="+secret, "LINNET_SIGNATURE="+signature), program, args...)
}

// run runs a command and fails the test with its output if it fails.
func run(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Env = append(os.Environ(), env...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, output)
	}
}

// serve runs the binary on an empty folder until the test ends, and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close()
	origin := "http://" + addr
	var log bytes.Buffer
	node := exec.Command(binary, "serve", "--addr", addr, "--data", t.TempDir(), "--public-url", origin)
	node.Stdout, node.Stderr = &log, &log
	if err := node.Start(); err != nil {
		t.Fatalf("%v: `make build` makes the binary", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- node.Wait() }()
	t.Cleanup(func() {
		if err := node.Process.Signal(os.Interrupt); err == nil {
			<-ended
		}
	})
	retry := time.NewTicker(50 * time.Millisecond)
	defer retry.Stop()
	for deadline := time.After(time.Minute); ; {
		if answer, err := http.Get(origin + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return origin
			}
		}
		select {
		case <-retry.C:
		case <-ended:
			t.Fatalf("linnet ended:\n%s", &log)
		case <-deadline:
			t.Fatal("linnet is not ready after a minute")
		}
	}
}

// newKey signs up and returns the secret of an API key with the scopes that the clients need, and its signature for
// clients of YOURLS.
func newKey(t *testing.T, origin string) (secret, signature string) {
	t.Helper()
	var account struct{ Token string }
	send(t, http.MethodPost, origin+"/api/v1/auth/signup", "", map[string]any{
		"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com",
		"password": "Correct-Horse7", "passwordConfirmation": "Correct-Horse7",
		"country": "GB", "countryCode": "+44", "phoneNumber": "+441234567890", "ipAddress": "", "code": "",
	}, &account)
	var created struct{ ID, Key string }
	send(t, http.MethodPost, origin+"/api/v1/api-keys", account.Token, map[string]any{
		"name": "Client", "scopes": []string{"links:write", "analytics:write", "domains:write", "qr:read", "track:write"}, "yourlsSignature": true,
	}, &created)
	var signed struct{ Signature string }
	send(t, http.MethodGet, origin+"/api/v1/api-keys/"+created.ID+"/signature", account.Token, nil, &signed)
	return created.Key, signed.Signature
}

func send(t *testing.T, method, url, token string, body, into any) {
	t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode > http.StatusCreated {
		t.Fatalf("%s %s answered %s", method, url, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRelease_RejectsVersionsThatAreNotSemantic(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"v1.0.0", "v0.12.3", "v1.0.0-rc.1"} {
		if !semantic.MatchString(tag) {
			t.Errorf("%s is rejected", tag)
		}
	}
	for _, tag := range []string{"", "1.0.0", "v1.0", "v01.0.0", "v1.0.0+build", "e62465df-dirty", "v1.0.0 -X x=y"} {
		if semantic.MatchString(tag) {
			t.Errorf("%q is accepted", tag)
		}
	}
}

func TestCompareVersions_ComparesNumbers(t *testing.T) {
	t.Parallel()
	if compareVersions("2.9", "2.34") >= 0 || compareVersions("2.34", "2.4") <= 0 || compareVersions("2.2.5", "2.2.5") != 0 {
		t.Error("2.34 must be newer than 2.9 and 2.4")
	}
}

func TestGlibcOf_RejectsOtherLibraries(t *testing.T) {
	t.Parallel()
	source, binary := filepath.Join(t.TempDir(), "main.cc"), filepath.Join(t.TempDir(), "main")
	if err := os.WriteFile(source, []byte("#include <iostream>\nint main() { std::cout << 1; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flag, library string
	}{{"-shared-libgcc", "libstdc++"}, {"-static-libstdc++", ""}} {
		if out, err := exec.CommandContext(t.Context(), "c++", "-static-libgcc", c.flag, "-o", binary, source).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		version, err := glibcOf(binary)
		if c.library == "" && (err != nil || !strings.HasPrefix(version, "2.")) {
			t.Errorf("%s: %q, %v", c.flag, version, err)
		}
		if c.library != "" && (err == nil || !strings.Contains(err.Error(), c.library)) {
			t.Errorf("%s: %q, %v", c.flag, version, err)
		}
	}
}

func TestWriteTar_DependsOnContentOnly(t *testing.T) {
	t.Parallel()
	at := time.Unix(1764000000, 0)
	write := func(reversed bool) []byte {
		folder := t.TempDir()
		file := filepath.Join(folder, "b")
		if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
		entries := []entry{
			{name: "a", folder: true}, {name: "a/b", source: file}, {name: "c", link: "a/b"}, {name: "d", text: []byte("text"), owner: 5},
		}
		if reversed {
			entries = []entry{entries[3], entries[2], entries[1], entries[0]}
		}
		var out bytes.Buffer
		if err := writeTar(&out, entries, at); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	first := write(false)
	if !bytes.Equal(first, write(true)) {
		t.Error("the order of entries or their folder changes the archive")
	}
	list := exec.CommandContext(t.Context(), "tar", "--list", "--verbose", "--numeric-owner", "--utc", "--full-time", "--file", "-")
	list.Stdin = bytes.NewReader(first)
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"drwxr-xr-x 0/0", "-rw-r--r-- 0/0", "c -> a/b", "-rw-r--r-- 5/5", "2025-11-24 16:00:00"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

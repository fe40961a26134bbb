package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// class is the kind of client that a header is labelled with.
type class string

// The classes. Apps are programs with a user that are no browsers. Whether they
// display a page is not labelled, so they do not count as people.
const (
	phone      class = "phones"
	tablet     class = "tablets"
	television class = "televisions"
	desktop    class = "desktop"
	other      class = "other devices"
	people     class = "people" // of any device
	app        class = "apps"
	bot        class = "bots"
)

// header is a labelled User-Agent header of a list.
type header struct {
	list, text string
	class      class
}

// deviceDetector reads the fixtures of device-detector.
func deviceDetector(folder string) ([]header, error) {
	var files []string
	for _, pattern := range []string{"fixtures/*.yml", "Parser/Client/fixtures/browser.yml", "Parser/Client/fixtures/mobile_app.yml"} {
		found, err := filepath.Glob(filepath.Join(folder, "*", "Tests", pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var all []header
	for _, file := range files {
		var entries []struct {
			Agent  string    `yaml:"user_agent"`
			Bot    any       `yaml:"bot"`
			Client yaml.Node `yaml:"client"`
			Device struct {
				Type string `yaml:"type"`
			} `yaml:"device"`
		}
		if err := readYAML(file, &entries); err != nil {
			return nil, err
		}
		for _, e := range entries {
			var client struct {
				Type string `yaml:"type"`
			}
			_ = e.Client.Decode(&client) // an empty list where the client is unknown
			if c := deviceClass(client.Type, e.Device.Type, e.Agent, e.Bot != nil); c != "" {
				all = append(all, header{"device-detector", e.Agent, c})
			}
		}
	}
	return all, nil
}

// deviceClass returns the class of a fixture of device-detector, "" for clients that
// are neither browsers, apps nor bots.
func deviceClass(client, device, agent string, isBot bool) class {
	switch {
	case isBot:
		return bot
	case client == "mobile app":
		return app
	case client != "browser" || regexp.MustCompile(`Dalvik|CFNetwork|Headless`).MatchString(agent):
		return ""
	}
	switch device {
	case "smartphone", "phablet", "feature phone":
		return phone
	case "tablet":
		return tablet
	case "tv":
		return television
	case "desktop":
		return desktop
	}
	return other
}

// crawlers reads crawler-user-agents.
func crawlers(folder string) ([]header, error) {
	text, err := os.ReadFile(filepath.Join(folder, "package", "crawler-user-agents.json"))
	if err != nil {
		return nil, err
	}
	var entries []struct {
		Instances []string `json:"instances"`
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, err
	}
	var all []header
	for _, e := range entries {
		for _, agent := range e.Instances {
			all = append(all, header{"crawler-user-agents", agent, bot})
		}
	}
	return all, nil
}

// topCrawlers reads top-crawler-agents.
func topCrawlers(folder string) ([]header, error) {
	text, err := os.ReadFile(filepath.Join(folder, "package", "index.json"))
	if err != nil {
		return nil, err
	}
	var agents []string
	if err := json.Unmarshal(text, &agents); err != nil {
		return nil, err
	}
	var all []header
	for _, agent := range agents {
		all = append(all, header{"top-crawler-agents", strings.Trim(agent, "'"), bot})
	}
	return all, nil
}

// mobileDetect reads the headers of Mobile-Detect that are labelled as phones and
// tablets.
func mobileDetect(folder string) ([]header, error) {
	text, err := os.ReadFile(filepath.Join(folder, "package", "tests", "data", "user-agents.js"))
	if err != nil {
		return nil, err
	}
	_, object, _ := strings.Cut(string(text), "var mobilePerVendor =")
	var vendors map[string][]struct {
		Agent          string `json:"user_agent"`
		Mobile, Tablet bool
	}
	if err := json.NewDecoder(strings.NewReader(object)).Decode(&vendors); err != nil {
		return nil, err
	}
	var all []header
	for vendor, entries := range vendors {
		for _, e := range entries {
			switch {
			case strings.Contains(vendor, "Bot") || e.Agent == "":
			case e.Tablet:
				all = append(all, header{"Mobile-Detect", e.Agent, tablet})
			case e.Mobile:
				all = append(all, header{"Mobile-Detect", e.Agent, phone})
			}
		}
	}
	return all, nil
}

// woothee reads the test sets of woothee.
func woothee(folder string) ([]header, error) {
	files, err := filepath.Glob(filepath.Join(folder, "package", "woothee", "testsets", "*.yaml"))
	if err != nil {
		return nil, err
	}
	var all []header
	for _, file := range files {
		var entries []struct{ Target, Category string }
		if err := readYAML(file, &entries); err != nil {
			return nil, err
		}
		classes := map[string]class{"pc": desktop, "smartphone": phone, "mobilephone": phone, "appliance": other, "crawler": bot}
		for _, e := range entries {
			if c := classes[e.Category]; c != "" {
				all = append(all, header{"woothee", e.Target, c})
			}
		}
	}
	return all, nil
}

func readYAML(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// headersOf returns the text of the headers in the project's own files of labelled
// headers: the last column.
func headersOf(folder string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.tsv"))
	if err == nil && len(files) == 0 {
		err = errors.New("no labelled headers in " + folder)
	}
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			own[strings.TrimSpace(line[strings.LastIndexByte(line, '\t')+1:])] = true
		}
	}
	return own, nil
}

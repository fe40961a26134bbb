module linnet/tools/agents

go 1.26.0

require (
	go.yaml.in/yaml/v3 v3.0.5
	linnet v0.0.0
)

require (
	github.com/maypok86/otter/v2 v2.4.0 // indirect
	github.com/mileusna/useragent v1.3.5 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace linnet => ../..

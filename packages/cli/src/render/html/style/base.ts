/** Page, type, bar, navigation, and the parts that every section uses. */
export const BASE_STYLE = `
*{box-sizing:border-box}
html{font:14px/20px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;background:var(--bg);color:var(--ink);scroll-padding-top:64px;-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:break-word}
main p,main li{overflow-wrap:anywhere}
h1,h2,h3,h4,p,dl,dd,ol,ul,figure{margin:0;padding:0}
ol,ul{list-style:none}
a{color:var(--accent);text-underline-offset:2px}
a:has(code){text-underline-offset:4px;text-decoration-thickness:1px}
code,pre{font-family:ui-monospace,"JetBrains Mono","SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-variant-ligatures:none;font-size:12.5px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:8px;z-index:9;padding:8px 12px;background:var(--surface)}
.hidden-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.script{display:none!important}
.bar{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:16px;height:48px;padding:0 max(24px,calc((100vw - 1400px)/2 + 24px));background:var(--bg);border-bottom:1px solid var(--line)}
.wordmark{font-size:16px;letter-spacing:-.01em;white-space:nowrap}
.wordmark b{font-weight:700}
.input-name{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--ink3);font-size:12.5px}
.bar-buttons{display:flex;gap:8px}
button{font:inherit;font-size:13px;color:var(--ink2);background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:3px 10px;min-height:28px;cursor:pointer;white-space:nowrap}
button:hover{border-color:var(--line2);color:var(--ink)}
.page{display:grid;grid-template-columns:176px minmax(0,1120px);gap:0 40px;max-width:1400px;margin:0 auto;padding:0 24px}
nav{margin-left:-2px;padding-left:10px;position:sticky;top:72px;align-self:start;padding-top:4px;font-size:13px;max-height:calc(100vh - 84px);overflow-y:auto}
nav a{display:flex;justify-content:space-between;gap:8px;margin-left:-10px;padding:4px 0 4px 10px;border-left:2px solid transparent;color:var(--ink2);text-decoration:none}
nav a:hover{color:var(--ink)}
nav a[aria-current]{color:var(--ink);border-color:var(--accent);font-weight:600}
nav .count{color:var(--ink3);font-weight:400}
main{min-width:0;padding:32px 0 48px}
section{margin-top:56px}
h2{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em}
h3{font-size:14px;line-height:20px;font-weight:600}
.sub{margin-top:24px}
.sub>h3{margin-bottom:6px}
.take{margin:4px 0 16px;max-width:76ch;color:var(--ink2);font-size:15px;line-height:22px;text-wrap:pretty}
.note{margin-top:10px;max-width:90ch;color:var(--ink3);font-size:12.5px;line-height:18px}
.dim{color:var(--ink3)}
.nowrap{white-space:nowrap}
.tools{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;margin-bottom:8px}
.button-row{display:inline-flex}
.button-row button{border-radius:0;margin-left:-1px;min-width:32px}
.button-row button:first-child{border-radius:6px 0 0 6px;margin-left:0}
.button-row button:last-child{border-radius:0 6px 6px 0}
.button-row button:only-child{border-radius:6px}
.status{font-size:13px;color:var(--ink2)}
.keys{margin-left:auto;font-size:12.5px;color:var(--ink3)}
kbd{font:inherit;font-size:11.5px;line-height:16px;padding:0 4px;border:1px solid var(--line2);border-radius:3px;background:var(--surface);color:var(--ink2)}
input{font:inherit;font-size:13px;height:28px;width:230px;max-width:60vw;padding:3px 9px;color:var(--ink);background:var(--surface);border:1px solid var(--line2);border-radius:6px}
input::placeholder{color:var(--ink3);opacity:1}
.filter{display:inline-flex;gap:8px;align-items:center;font-size:13px;color:var(--ink3)}
.command{display:flex;align-items:flex-start;gap:8px;padding:4px 4px 4px 10px;background:var(--sunken);border-radius:6px}
.command code{flex:1;min-width:0;padding:4px 0;line-height:20px}
.command code span{display:inline-block;max-width:100%;overflow-wrap:anywhere}
.command+.command,.what+.command{margin-top:6px}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:8px;font-size:12.5px;color:var(--ink2)}
.legend li{white-space:nowrap}
.legend b{font-weight:600;color:var(--ink)}
.swatch{display:inline-block;vertical-align:-2px;margin-right:8px}
.pair{display:grid;grid-template-columns:minmax(0,1.3fr) minmax(0,1fr);gap:24px 32px;align-items:start}
.tip{position:fixed;z-index:8;max-width:min(420px,calc(100vw - 24px));padding:7px 10px;border-radius:6px;background:var(--ink);color:var(--bg);font-size:12.5px;line-height:17px;pointer-events:none;overflow-wrap:anywhere;white-space:pre-line;box-shadow:0 4px 18px rgba(0,0,0,.25)}
.tip b{display:block;font-weight:600}
.warnings li{display:grid;grid-template-columns:84px minmax(0,1fr);gap:4px 16px;padding:12px 0;border-bottom:1px solid var(--line)}
.warnings .severity{font-size:12.5px;font-weight:600;color:var(--ink2)}
.warnings .severity.warn{color:var(--warn)}
.warnings .severity.error{color:var(--worse)}
.warnings p{max-width:84ch;overflow-wrap:anywhere}
.warnings p+p{margin-top:2px;font-size:13px;color:var(--ink3)}
footer{margin-top:56px;padding-top:16px;border-top:1px solid var(--line);color:var(--ink3);font-size:12.5px;line-height:19px}
footer p{max-width:100ch;overflow-wrap:anywhere}
footer p+p{margin-top:6px}
.worse{color:var(--worse)}
.better{color:var(--better)}
`;

/** Verdict, findings, tables, drawers. */
export const SECTION_STYLE = `
.hero h1{max-width:34em;font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.018em;text-wrap:balance;overflow-wrap:anywhere}
.why{margin-top:10px;max-width:78ch;color:var(--ink2);font-size:15px;line-height:23px;overflow-wrap:anywhere}
.hero-bar{margin-top:20px}
.hero-bar svg{display:block}
.hero-bar .legend svg{display:inline-block}
.hero-bar .legend{font-size:13px}
.chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
.chip{display:inline-flex;gap:6px;align-items:center;padding:2px 9px;border:1px solid var(--line);border-radius:6px;background:var(--surface);font-size:13px;color:var(--ink2)}
.chip b{color:var(--ink);font-weight:600}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(124px,1fr));gap:16px 24px;margin-top:24px;padding-top:16px;border-top:1px solid var(--line)}
.facts dt{font-size:12px;line-height:16px;color:var(--ink3)}
.facts dd{font-size:15px;line-height:22px;font-weight:600;overflow-wrap:anywhere}
.facts dd small{display:block;font-size:12.5px;line-height:17px;font-weight:400;color:var(--ink3)}
.quality{margin-top:16px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
.quality>summary{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;padding:9px 14px;list-style:none;cursor:pointer}
.quality>summary::-webkit-details-marker{display:none}
.badge{display:inline-flex;gap:8px;align-items:center;font-weight:600}
.more{margin-left:auto;font-size:13px;color:var(--accent);white-space:nowrap}
details[open]>summary .more .opens,details:not([open])>summary .more .closes{display:none}
.quality table{margin:0 14px 12px;width:calc(100% - 28px)}
.quality .table-frame{background:none}
.quality tbody tr:last-child>*{border-bottom:0}
.findings{display:grid;gap:12px}
.finding{display:grid;grid-template-columns:28px minmax(0,1fr) 244px;gap:0 16px;padding:16px 20px 16px 16px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
.finding .number{font-size:20px;line-height:26px;font-weight:600;color:var(--ink3);text-align:right}
.finding h3{font-size:16px;line-height:24px;overflow-wrap:anywhere}
.finding p{max-width:72ch;margin-top:4px;color:var(--ink2);overflow-wrap:anywhere}
.finding .gain{grid-column:3;border-left:1px solid var(--line);padding-left:20px}
.gain .value{font-size:22px;line-height:28px;font-weight:600;letter-spacing:-.01em;white-space:nowrap}
.gain .label{font-size:12.5px;line-height:17px;color:var(--ink3)}
.gain svg{display:block}
.gain .track{margin:8px 0 6px}
.standing{display:flex;flex-wrap:wrap;gap:3px 8px;align-items:center;margin-top:10px;font-size:12.5px;color:var(--ink2)}
.pairs{display:grid;grid-template-columns:76px minmax(0,1fr);gap:6px 12px;margin-top:12px;font-size:13px}
.pairs dt{color:var(--ink3)}
.pairs dd{min-width:0;color:var(--ink2);overflow-wrap:anywhere}
.evidence{display:flex;flex-wrap:wrap;gap:2px 18px}
.evidence span{max-width:100%}
.evidence b{color:var(--ink);font-weight:600}
.source code{font-size:12px}
.actions{font-size:13px}
.actions li{position:relative;padding-left:14px}
.actions li::before{content:"–";position:absolute;left:0;color:var(--ink3)}
.fold{margin-top:16px;font-size:13px;color:var(--ink2)}
.fold>summary{padding:3px 0;width:max-content;max-width:100%;color:var(--accent);cursor:pointer}
.others{margin-top:4px}
.others>li{padding:10px 0 10px 16px;max-width:104ch;position:relative;border-bottom:1px solid var(--line)}
.others>li::before{content:"–";position:absolute;left:0;color:var(--ink3)}
.others h3{font-size:13px}
.table-frame{position:relative;overflow-x:auto;overscroll-behavior-x:contain;background:linear-gradient(90deg,var(--bg) 40%,transparent) local,linear-gradient(270deg,var(--bg) 40%,transparent) 100% 0 local,linear-gradient(90deg,var(--line),transparent),linear-gradient(270deg,var(--line),transparent) 100% 0;background-repeat:no-repeat;background-size:36px 100%,36px 100%,10px 100%,10px 100%}
.note+.table-frame{margin-top:12px}
.table-frame+.table-frame,.table-frame+h3,.chart+.table-frame{margin-top:20px}
table{width:100%;border-collapse:collapse;font-size:13px}
th{padding:6px 10px;border-bottom:1px solid var(--line2);text-align:left;vertical-align:bottom;white-space:nowrap;font-size:12px;line-height:16px;font-weight:500;color:var(--ink3)}
td{padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:middle;line-height:18px}
tr>:first-child{padding-left:0}
tr>:last-child{padding-right:0}
th[scope=row]{font-weight:400;font-size:13px;line-height:18px;color:var(--ink);border-bottom:1px solid var(--line);white-space:normal;vertical-align:middle;min-width:120px;overflow-wrap:anywhere}
td small,th small{display:block;font-size:12px;line-height:16px;color:var(--ink3)}
td.text{min-width:120px;overflow-wrap:anywhere}
thead td{border-bottom-color:var(--line2)}
.right{text-align:right;white-space:nowrap}
tr.total>*{border-bottom:0;border-top:1px solid var(--line2);font-weight:600;color:var(--ink)}
th button{all:unset;position:relative;cursor:pointer;color:inherit;padding:5px 0;margin:-5px 0;min-width:24px}
th button:hover{color:var(--ink)}
th button:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
th[aria-sort=ascending] button,th[aria-sort=descending] button{color:var(--ink);font-weight:600}
th button::after{content:"";position:absolute;left:calc(100% + 1px);bottom:5px;line-height:16px}
th[aria-sort=descending] button::after{content:"↓"}
th[aria-sort=ascending] button::after{content:"↑"}
tr.linked>*,li.linked{background:var(--mark)}
.hot td{padding-top:7px;padding-bottom:7px}
.hot tbody.kernel:hover>tr:first-child>*{background:var(--sunken)}
.hot .name{min-width:250px;max-width:340px}
.hot details>summary{display:grid;grid-template-columns:14px minmax(0,1fr);gap:0 4px;list-style:none;cursor:pointer;min-height:24px}
.hot details>summary::-webkit-details-marker{display:none}
.hot details>summary::before{content:"";width:0;height:0;margin:5px 0 0 3px;border:4px solid transparent;border-left:5px solid var(--ink3)}
.hot details[open]>summary::before{margin:7px 0 0 1px;border:4px solid transparent;border-top:5px solid var(--ink3)}
.hot td>svg{display:block}
.hot td .share-bar{display:inline-block;vertical-align:-1px;margin-right:6px}
.share-number{display:inline-block;min-width:46px}
.hot summary code{overflow-wrap:anywhere;line-height:17px}
.hot summary small{grid-column:2;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
tr.drawer{display:none}
tbody:has(details[open])>tr.drawer{display:table-row}
tbody:has(details[open])>tr:first-child>*{border-bottom-color:transparent}
tr.drawer>td{padding:4px 0 20px 18px}
.whole-name{display:flex;gap:8px;align-items:flex-start;margin-bottom:14px;padding:4px 4px 4px 10px;border-radius:6px;background:var(--sunken)}
.whole-name code{flex:1;min-width:0;max-height:78px;overflow:auto;padding:4px 0;font-size:12px;line-height:18px;color:var(--ink2);overflow-wrap:anywhere}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(250px,100%),1fr));gap:20px 28px}
.columns h3{margin:0 0 6px;font-size:12.5px;line-height:18px}
.columns table{font-size:12.5px}
.level{display:inline-flex;gap:6px;align-items:center;white-space:nowrap;font-size:12px;color:var(--ink2)}
.meter{display:grid;grid-template-columns:112px minmax(0,1fr) 62px;gap:7px 10px;align-items:center;font-size:12.5px}
.meter svg{display:block;width:100%;height:10px}
.meter .right{font-weight:600}
`;

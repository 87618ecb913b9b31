/* Prototype: optional discards with lone_moves=no, by lazy decisions and learned losses (docs/algorithm.md).
 * usage: no_lone 1 512 < deals (fill=any), no_lone 1 2560 < deals (fill=aces)     build: gcc -O3 -march=native -o no_lone no_lone.c */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t u64; typedef uint8_t u8;
#ifndef LG
#define LG 24
#endif
static int NC; static u8 suit[52],rnk[52];
static u64 lower[52],lowx[52],higher[52],homec[4],ALL,ACES;
typedef struct{u64 c[4],g[4];u8 D[52];int k;}St;
static int SUB,FL; static u64 nodes,inserted,rowcnt[16],limitn; static int ovf;
static inline u64 rotl(u64 x,int k){return (x<<k)|(x>>(64-k));}
static inline int top(u64 m){return 63-__builtin_clzll(m);}
static inline int single(u64 m){return !(m&(m-1));}


enum{END=60,DC=61};
typedef struct{u64 key;uint32_t val,gh;}Tn;static Tn*T;static u64 TM;static uint32_t*ul;static u64 un_;static uint32_t nid;
typedef struct{u64 g[4];u8 D[52],L[52];uint32_t next;}Gh;static Gh*P;static uint32_t pn,pcap;
static u64 probes,relhits,hits,odd,xhits;
static void tinit(int lg){T=calloc(1ull<<lg,sizeof(Tn));TM=(1ull<<lg)-1;ul=malloc(4ull<<lg);pcap=1u<<(lg-2);P=malloc((u64)pcap*sizeof(Gh));pn=1;nid=1024;}
static void clr(void){for(u64 i=0;i<un_;i++)T[ul[i]].key=0;un_=0;pn=1;nid=1024;}
static inline u64 mix(u64 h){h^=h>>29;h*=0xbf58476d1ce4e5b9ull;h^=h>>32;return h;}
static Tn*child(uint32_t n,int sym,int make){u64 key=(u64)n<<8|sym|1ull<<60;u64 i=mix(key*0x9e3779b97f4a7c15ull)&TM;probes++;
  for(;;){Tn*t=&T[i];if(!t->key){if(!make)return 0;if(un_>TM/10*7){ovf=1;return 0;}t->key=key;t->val=nid++;t->gh=0;ul[un_++]=i;return t;}
    if(t->key==key)return t;i=(i+1)&TM;}}
static inline u64 rowsupto(int r){return r>=15?~0ull:(1ull<<(4*(r+1)))-1;}
static int covers(const u64*Ga,const u8*Da,const u64*Gb,const u8*Db){
  for(int j=0;j<4;j++){if(Gb[j]&~Ga[j])return 0;
  u64 g=Ga[j];while(g){int z=__builtin_ctzll(g);g&=g-1;
    u64 X=Gb[j]&rowsupto(Da[z])&~((2ull<<z)-1);if(!X)continue;
    if(!(Gb[j]>>z&1))return 0; if((top(X)>>2)>Db[z])return 0;}}
  return 1;
}
static u8 wl[60],wc[60];static int wn;static u64 STK,hacc,heb;
static inline int symof(int c,u64 tk){ return FL&1?c:ACES>>c&1?suit[c]*14+13:suit[c]*14+__builtin_popcountll(lower[c]&(STK|tk)); }
static int samerel(int z,int zc,const u8*a,const u8*b,int n){ // does ghost z relate to list a as to list b?
  for(int i=0;i<n;i++){int p=a[i],q=b[i];if(p==q)continue;
    if(suit[p]==suit[z]&&(rnk[p]<rnk[z])!=(rnk[q]<rnk[z]))return 0;
    if(wc[i]==zc&&(p<z)!=(q<z))return 0;}
  return 1;}
static u64 gq[4];
static int walk(const St*x,uint32_t n,int j,u64 acc,u64 eb){
  u64 m=x->c[j];u64 taken=0;int w0=wn;
  for(;;){
    for(int ty=0;ty<2;ty++){
      if(ty==0&&m)continue;              // END: no real card below
      if(ty==1&&!taken)continue;         // a column with no part is always END
      Tn*t=child(n,ty?DC:END,0);if(!t)continue;
      u64 g=x->g[j];if(ty)g&=~((taken&-taken)-1);gq[j]=g;
      u64 eb2=eb|(ty?0:(taken&-taken));
      if(j==3){
        for(uint32_t i=t->gh;i;i=P[i].next){Gh*p=&P[i];
          int same=!memcmp(p->L,wl,wn);
          if(!same){int ok=1;for(int c=0;c<4&&ok;c++){u64 q=gq[c];while(q&&ok){int z=__builtin_ctzll(q);q&=q-1;ok=samerel(z,c,p->L,wl,wn);}}if(!ok)continue;}
          if(!covers(p->g,p->D,gq,x->D))continue;
          hacc=acc|taken;heb=eb2;if(!same)relhits++;hits++;
          return 1;}}
      else if(walk(x,t->val,j+1,acc|taken,eb2))return 1;
    }
    if(!m){wn=w0;return 0;}
    int c=top(m);m^=1ull<<c;int sy=symof(c,acc|taken);taken|=1ull<<c;wc[wn]=j;wl[wn++]=c;
    Tn*t=child(n,sy,0);if(!t){wn=w0;return 0;}n=t->val;
  }
}
static int lookup(const St*x){wn=0;STK=ALL&~((1ull<<x->k)-1);return walk(x,x->k/4*16,0,0,0);}
static void insert(const St*x,u64 acc,u64 eb){
  uint32_t n=x->k/4*16;Tn*t=0;u64 G[4],tk=0;wn=0;STK=ALL&~((1ull<<x->k)-1);
  for(int j=0;j<4;j++){u64 a=acc&x->c[j];u64 m=x->c[j];int end=1;
    if(m){u64 low=a&-a;if(!a){odd++;return;}
      end=!(m&(low-1))&&((eb&low)!=0);
      if((m&(low-1))&&(eb&low))odd++;
      G[j]=x->g[j]&~(end?0:low-1);
      m&=~(low-1);while(m){int c=top(m);m^=1ull<<c;t=child(n,symof(c,tk),1);tk|=1ull<<c;wl[wn++]=c;if(!t)return;n=t->val;}}
    else G[j]=x->g[j];
    t=child(n,end?END:DC,1);if(!t)return;n=t->val;}
  if(pn>=pcap){ovf=1;return;}
  memcpy(P[pn].g,G,32);memcpy(P[pn].D,x->D,52);memcpy(P[pn].L,wl,wn);P[pn].next=t->gh;t->gh=pn++;inserted++;}
static inline u64 above(const St*x,int j){if(!x->c[j])return x->g[j];return x->g[j]&~((2ull<<top(x->c[j]))-1);}
static void closure(St*x,u64*acc,u64*eb){
  for(;;){int ch=0;u64 C=0;for(int j=0;j<4;j++)if(x->c[j]&&!above(x,j))C|=1ull<<top(x->c[j]);
    for(int j=0;j<4;j++)if(x->c[j]){int t=top(x->c[j]);u64 q=C&higher[t];if(!q)continue;
      x->c[j]^=1ull<<t;ch=1;*acc|=1ull<<t|(q&-q);if(!x->c[j])*eb|=1ull<<t;
      if(x->k<NC||(x->g[j]&~((2ull<<t)-1))){x->g[j]|=1ull<<t;x->D[t]=(x->k>>2)-1;}
      break;}
    if(!ch)break;}
}
static int prune(St*x){
  int last=x->k==NC?NC/4-1:99,any=0;
  for(;;){u64 rem=x->c[0]|x->c[1]|x->c[2]|x->c[3]|x->g[0]|x->g[1]|x->g[2]|x->g[3];int ch=0;
   for(int j=0;j<4;j++){u64 g=x->g[j],drop=0;
    while(g){int z=top(g);g^=1ull<<z;
     u64 X=x->g[j]&~drop&rowsupto(x->D[z])&~((2ull<<z)-1);
     if(x->k==NC&&!(lower[z]&rem)&&!X){drop|=1ull<<z;continue;}
     if(x->D[z]==last){if(!X)drop|=1ull<<z;continue;}
     // D only matters through the rows of ghosts above z (stranger ghosts lie at the bottom)
     x->D[z]=X?top(X)>>2:(x->D[z]<(z>>2)?x->D[z]:z>>2);}
    x->g[j]&=~drop;if(drop)ch=any=1;}
   if(!ch)break;}
  return any;
}
// make ghost u of column i real with all it requires; ghosts above it go
static void keep(St*y,int i,int u){
  y->g[i]&=(1ull<<u)-1;y->c[i]|=1ull<<u;int m=u>>2;
  u64 w=y->g[i];while(w){int z=top(w);w^=1ull<<z;if(y->D[z]>=m){m=z>>2;y->g[i]&=~(1ull<<z);y->c[i]|=1ull<<z;}}
}
static u64 mv[5];
static int dfs(St x,u64*pacc,u64*peb){
  nodes++;u64 acc=0,eb=0;
  for(;;){closure(&x,&acc,&eb);if(__builtin_popcountll(x.c[0]|x.c[1]|x.c[2]|x.c[3])+NC-x.k==4)return 1;if(!prune(&x))break;}
  if(ovf)return 0; if(limitn&&nodes>limitn){ovf=1;return 0;}
  if(lookup(&x)){*pacc=acc|hacc;*peb=eb|heb;return 0;}
  rowcnt[(x.k>>2)-1]++;
  u64 tops=0;for(int j=0;j<4;j++)if(x.c[j])tops|=1ull<<top(x.c[j]);
  acc|=tops;{int gap=0;for(int j=0;j<4;j++)gap|=!x.c[j];if(gap)for(int j=0;j<4;j++)if(x.c[j]&&single(x.c[j]))eb|=x.c[j];}
  if(x.k==NC&&!(tops&~ACES)){u64 na=0;int bd=99;for(int j=0;j<4;j++){u64 m=x.c[j]&~ACES;if(m){u64 b=1ull<<top(m);int d=__builtin_popcountll(x.c[j]&~(b-1));if(d<bd){bd=d;na=b;}}}acc|=na;}
  for(int ph=0;ph<3;ph++){int what=(FL>>8&7)==2?(ph==0?2:ph-1):(FL>>8&7)==4?2-ph:ph;
 if(what==0){
  for(int i=0;i<4;i++){u64 ab=above(&x,i);if(!ab)continue;
    u64 others=tops;if(x.c[i]){int r=top(x.c[i]);others&=~(1ull<<r);
      if(lower[r]&others){St y=x;y.g[i]&=~ab;mv[0]++;{u64 a2=0,e2=0;if(dfs(y,&a2,&e2))return 1;acc|=a2;eb|=e2;}}}
    u64 q=ab;while(q){int g=__builtin_ctzll(q);q&=q-1;if(!(lower[g]&others))continue;
      St y=x;u64 keepb=0;keep(&y,i,g);
      mv[0]++;{u64 a2=0,e2=0;if(dfs(y,&a2,&e2))return 1;acc|=a2;eb|=e2;}}
  }
 }else if(what==1){
  int d=-1;for(int i=0;i<4;i++)if(!x.c[i]){if(!x.g[i])d=i;else{int ok=0;for(int j=0;j<4;j++)if(j!=i&&!single(x.c[j]|x.g[j]))ok=1;
      if(ok){St y=x;y.g[i]=0;mv[1]++;{u64 a2=0,e2=0;if(dfs(y,&a2,&e2))return 1;acc|=a2;eb|=e2;}}}}
  for(d=0;d<4;d++)if(!x.c[d]&&!x.g[d])for(int j=0;j<4;j++){if(j==d||single(x.c[j]|x.g[j]))continue;
    // card a to move: the real top, or (unless FL&8) a ghost above it
    u64 cand=above(&x,j);if(FL&8)cand=0;if(x.c[j])cand|=1ull<<top(x.c[j]);
    if(FL&2048)cand&=ACES;while(cand){int a=top(cand);cand^=1ull<<a;St y=x;
      if(x.c[j]>>a&1)y.g[j]&=~above(&x,j);else keep(&y,j,a);
      y.c[j]^=1ull<<a;
      if(y.c[j]){y.c[d]=1ull<<a;mv[2]++;{u64 a2=0,e2=0;if(dfs(y,&a2,&e2))return 1;acc|=a2;eb|=e2;}}
      else{u64 u=y.g[j]&((1ull<<a)-1);while(u){int b=top(u);u^=1ull<<b;St w=y;keep(&w,j,b);w.c[d]=1ull<<a;mv[3]++;{u64 a2=0,e2=0;if(dfs(w,&a2,&e2))return 1;acc|=a2;eb|=e2;}}}
    }}
 }else{
  if(x.k<NC){St b=x;for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;mv[4]++;{u64 a2=0,e2=0;if(dfs(b,&a2,&e2))return 1;acc|=a2;eb|=e2;}}
 }}
  insert(&x,acc,eb);*pacc=acc;*peb=eb;
  return 0;
}
static int cmp(const void*a,const void*b){u64 x=*(u64*)a,y=*(u64*)b;return x<y?-1:x>y;}
int main(int ac,char**av){
  SUB=ac>1?atoi(av[1]):1;FL=ac>2?atoi(av[2]):0;limitn=ac>3?strtoull(av[3],0,10):0;tinit(LG);
  char line[1024];u64 n=0,w=0;static u64 nn[100000];clock_t t0=clock();
  while(fgets(line,sizeof line,stdin)){
    NC=0;for(char*t=strtok(line," \n");t;t=strtok(0," \n")){rnk[NC]=strchr("23456789TJQKA",t[0])-"23456789TJQKA";suit[NC]=strchr("CDHS",t[1])-"CDHS";NC++;}
    ALL=(1ull<<NC)-1;ACES=0;for(int i=0;i<NC;i++)if(rnk[i]==12)ACES|=1ull<<i;for(int i=0;i<4;i++)homec[i]=0;for(int i=0;i<NC;i++)homec[i&3]|=1ull<<i;
    for(int i=0;i<NC;i++){lower[i]=higher[i]=0;for(int j=0;j<NC;j++)if(suit[i]==suit[j]){if(rnk[j]<rnk[i])lower[i]|=1ull<<j;if(rnk[j]>rnk[i])higher[i]|=1ull<<j;}lowx[i]=lower[i]&~homec[i&3];}
    St x;memset(&x,0,sizeof x);for(int i=0;i<4;i++)x.c[i]=1ull<<i;x.k=4;ovf=0;nodes=0;inserted=0;
    u64 aa,bb;int f=dfs(x,&aa,&bb);u64 rk=un_;clr();
    printf("%s N=%lu ins=%lu real=%lu\n",ovf?"unknown":f?"solvable":"unsolvable",nodes,inserted,rk);fflush(stdout);
    nn[n]=nodes;n++;w+=f;
  }
  double s=0;for(u64 i=0;i<n;i++)s+=nn[i];qsort(nn,n,8,cmp);
  fprintf(stderr,"n=%lu w=%lu mean=%.0f med=%lu p90=%lu p99=%lu max=%lu time=%.2f\nrows:",n,w,s/n,nn[n/2],nn[n*9/10],nn[n*99/100],nn[n-1],(double)(clock()-t0)/CLOCKS_PER_SEC);
  for(int i=0;i<13;i++)fprintf(stderr," %lu",rowcnt[i]);fprintf(stderr," hits=%lu rel=%lu odd=%lu\n",hits,relhits,odd);
}
